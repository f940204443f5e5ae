#!/usr/bin/env python3
"""Compares promcp-lint with the reference linter: CPU time and peak memory, side by side in one run.

usage: benches/compare.py REFERENCE [--bin target/release/promcp-lint] [--rounds 30]

REFERENCE is the command of the Python package promcp (`promcp-lint` of a virtual environment that holds
it: `python3 -m venv v && v/bin/pip install promcp==0.5.2`). Rounds alternate between the two programs, so
that a busy machine slows both alike; medians are printed. The share that we take of the reference's time
is what counts, not the milliseconds. Exits with 1 where a share is over its limit.
"""
import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = {"small server": 1 / 4, "manifest of 1,000 tools": 1 / 5}
PEAK_MB = 40

SERVER = '''"""A small server."""
from promcp import can_do_tool, do_tool, read_tool


@read_tool(description="Level of one water tank, in litres.", unit="litres")
def read_tank_level(tank: str) -> dict:
    return {"value": 7}


@do_tool(description="Open one valve by some percent.", compensable=True, side_effects=["valve_moved"],
         compensation_hint_template="do_open_valve valve={valve} percent=0")
def do_open_valve(valve: str, percent: int, idempotency_key: str) -> dict:
    return {"applied_value": percent, "previous_value": 0}


@can_do_tool(description="Says whether a valve can be opened now.")
def can_do(intent: dict) -> dict:
    return {"candidates": [], "blocked": []}
'''


def manifest(count):
    quality = {"type": "string", "enum": ["good", "stale", "degraded", "error"]}
    response = {"type": "object", "properties": {
        "value": {}, "unit": {"type": ["string", "null"]},
        "timestamp": {"type": "string", "format": "date-time"}, "quality": quality}}
    tools = [{"name": f"read_tank_{i}_level", "description": f"Water level of storage tank number {i}, in litres.",
              "inputSchema": {"type": "object", "properties": {"tank": {"type": "string"}}, "required": ["tank"]},
              "responseSchema": response} for i in range(count - 1)]
    tools.append({"name": "can_do", "description": "Tells whether a wished action is possible now.",
                  "inputSchema": {"type": "object", "properties": {"intent": {"type": "object"}}}})
    return json.dumps(tools)


def run(command):
    """CPU seconds of one run (user and system, the process and its children) and its peak memory in MB."""
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {code}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("reference")
    ap.add_argument("--bin", default=str(ROOT / "target/release/promcp-lint"))
    ap.add_argument("--rounds", type=int, default=30)
    a = ap.parse_args()
    reference, ours = str(pathlib.Path(a.reference).resolve()), str(pathlib.Path(a.bin).resolve())
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        server, tools = pathlib.Path(folder, "server.py"), pathlib.Path(folder, "tools.json")
        server.write_text(SERVER)
        tools.write_text(manifest(1000))
        for name, path in (("small server", server), ("manifest of 1,000 tools", tools)):
            samples = {"reference": [], "ours": []}
            for _ in range(a.rounds):
                samples["reference"].append(run([reference, str(path)]))
                samples["ours"].append(run([ours, str(path)]))
            cpu = {who: statistics.median(s[0] for s in all) for who, all in samples.items()}
            peak = max(s[1] for s in samples["ours"])
            share = cpu["ours"] / cpu["reference"]
            over = share > LIMITS[name] or peak > PEAK_MB
            failed |= over
            print(f"{name}: reference {cpu['reference'] * 1000:.1f} ms CPU, ours {cpu['ours'] * 1000:.1f} ms, "
                  f"share {share:.3f} (limit {LIMITS[name]:.2f}), peak {peak:.1f} MB (limit {PEAK_MB})"
                  f"{'  OVER' if over else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
