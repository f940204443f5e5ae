#!/usr/bin/env python3
"""Compares verdicts with the reference linter on generated manifests and says why they differ.

usage: benches/differential.py REFERENCE [--bin target/debug/promcp-lint] [--count 2000] [--seed 20261] [--show 20]

REFERENCE is the command of the Python package promcp (see compare.py). Manifests are mutations of those in
testdata/conformance, the same for the same seed. Both programs print the reference's JSON; findings are compared
by place (server, or number of the tool), code and severity, whatever their order and wording. Every difference
must fall under a reason in REASONS; docs/migration.md tells about each. Exits with 1 where one does not.
"""
import argparse
import collections
import concurrent.futures
import copy
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PERMISSIONS = {"allowed", "requires_human_approval", "policy_denied", "rate_limited", "cooldown_active", "out_of_range",
               "permission_insufficient", "source_unreachable", "partition_no_quorum"}

# ---------------------------------------------------------------- generation

NAMES = ["read_", "do_", "can_do", "Can_do", "can_do_it", "getUser", "get_user", "do_action", "read_data", "read__x",
         "do_get_level", "read_delete_user", "do_read_and_write", "read_x\n", "x" * 70, "read_" + "y" * 60, "", "do__",
         "read_value", "do_set", "list_orders", "do_order_2", "1_read", "read_größe", "do_handle", "do_run"]
TEXTS = ["", " ", "Short.", "Deletes the level of a tank for good, in litres.", "Level of the dataset in use at that time.",
         "Reads the tank and updates its counters when asked to.", "Never writes anything, only tells the level of one tank.",
         "TODO", "Water level of one storage tank, in litres.", "x" * 19, "x" * 20, "Creates one order in the book of orders."]
WORDS = ["good", "stale", "degraded", "error", "okay", "success", "partial", "failed", "succeeded", "allowed", "denied",
         "policy_denied", "acme_locked_out", "rate_limited", "no_producer", "requirements_unmet", "other"]
VALUES = [None, True, 3, "text", [], {}, {"type": "string"}, {"type": "object"}, {"type": ["string", "null"]}, {"const": "good"},
          {"enum": ["good", "stale", "degraded", "error"]}, {"enum": []}, {"$ref": "#/$defs/x"}]
KEYS = ["name", "description", "inputSchema", "responseSchema", "response_schema", "outputSchema", "properties", "items", "enum",
        "type", "required", "idempotency_key", "intent", "semantic_tags", "quality", "value", "timestamp", "status", "compensable",
        "side_effects", "candidates", "blocked", "unroutable", "permission", "reason", "unit"]


def seeds():
    out = []
    for path in sorted((ROOT / "testdata/conformance").glob("*/manifest.json")):
        try:
            data = json.loads(path.read_text("utf-8"))
        except ValueError:
            continue
        tools = data.get("tools") if isinstance(data, dict) else data
        if isinstance(tools, list) and tools and all(isinstance(t, dict) for t in tools):
            out.append(data)
    return out


def places(node, path=()):
    """Every container of a document with its path."""
    yield path, node
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in list(children):
        if isinstance(child, (dict, list)):
            yield from places(child, path + (key,))


def tools_of(doc):
    return doc["tools"] if isinstance(doc, dict) else doc


def mutate(doc, rng, pool):
    tools = tools_of(doc)
    kind = rng.randrange(14)
    tool = rng.choice(tools) if tools else None
    if kind == 0 and tool:
        tool["name"] = rng.choice(NAMES)
    elif kind == 1 and tool:
        tool["description"] = rng.choice(TEXTS)
    elif kind == 2 and len(tools) > 1:
        tools.remove(tool)
    elif kind == 3:
        tools.append(copy.deepcopy(rng.choice(tools_of(rng.choice(pool)))))
    elif kind == 4 and tool:
        for i in range(rng.randrange(1, 8)):
            extra = copy.deepcopy(tool)
            if isinstance(extra.get("name"), str):
                extra["name"] = f"{extra['name']}_{i}"
            tools.append(extra)
    elif kind == 5 and tool and "responseSchema" in tool:
        tool[rng.choice(["outputSchema", "response_schema"])] = tool.pop("responseSchema")
    elif kind == 6 and tool and isinstance(tool.get("responseSchema"), dict):
        tool["responseSchema"] = {"allOf": [tool["responseSchema"]]}
    else:
        inner = [(path, node) for path, node in places(tools) if path]
        if not inner:
            return
        _, node = rng.choice(inner)
        if isinstance(node, dict) and node:
            key = rng.choice(list(node))
            if kind in (7, 8):
                del node[key]
            elif kind == 9:
                node[key] = copy.deepcopy(rng.choice(VALUES))
            elif kind == 10:
                new = rng.choice(KEYS)
                node[new] = node.pop(key)
            else:
                node[rng.choice(KEYS)] = copy.deepcopy(rng.choice(VALUES))
        elif isinstance(node, list):
            if node and kind in (7, 8):
                del node[rng.randrange(len(node))]
            else:
                node.append(rng.choice(WORDS))


def manifests(count, seed):
    rng, pool = random.Random(seed), seeds()
    for _ in range(count):
        doc = copy.deepcopy(rng.choice(pool))
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
            mutate(doc, rng, pool)
        yield doc


# ---------------------------------------------------------------- running

def run(command):
    done = subprocess.run(command, capture_output=True, timeout=60)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        return done.returncode, None


def findings(report):
    """{place: counter of (code, severity)}; a place is "server" or the number of a tool."""
    out = {"server": collections.Counter((f["code"], f["severity"]) for f in report["server"])}
    for i, tool in enumerate(report["tools"]):
        out[i] = collections.Counter((f["code"], f["severity"]) for f in tool["findings"])
    return out


# ---------------------------------------------------------------- reasons

def text(value):
    return value if isinstance(value, str) else ""


def props(schema):
    """The properties that the reference sees: those that stand there plainly."""
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def response(tool):
    return tool.get("responseSchema") or tool.get("response_schema") or {}


def combined(tool):
    """Uses a form that only a reader of JSON Schema understands."""
    dump = json.dumps([tool.get(k) for k in ("inputSchema", "responseSchema", "response_schema", "outputSchema")])
    return any(f'"{k}"' in dump for k in ("$ref", "allOf", "anyOf", "oneOf", "const"))


def strings(node):
    """Every text in a document."""
    if isinstance(node, str):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from strings(child)


def malformed(tool):
    """A schema, or a piece of one, that is no JSON Schema: a list, text, number or null in its place."""
    def bad(schema, depth=0):
        if isinstance(schema, bool) or schema == {}:
            return False
        if not isinstance(schema, dict):
            return True
        inner = schema.get("properties", {})
        if not isinstance(inner, dict) or any(bad(s, depth + 1) for s in inner.values()):
            return True
        if "items" in schema and bad(schema["items"], depth + 1):
            return True
        kind = schema.get("type")
        return "type" in schema and not (isinstance(kind, str) or isinstance(kind, list) and kind) or \
            "enum" in schema and not isinstance(schema["enum"], list)
    lists = [props(response(tool)).get(k) for k in ("candidates", "blocked", "unroutable")]
    items = [schema.get("items") for schema in lists if isinstance(schema, dict)]
    if any(isinstance(i, dict) and ("enum" in i or i.get("type", "object") != "object") for i in items):
        return True
    return any(k in tool and bad(tool[k]) for k in ("inputSchema", "responseSchema", "response_schema", "outputSchema"))


REASONS = []


def reason(name):
    def keep(function):
        REASONS.append((name, function))
        return function
    return keep


# A difference: sign "-" (the reference alone has it) or "+" (we alone), code, severity, tool or None, all tools.

@reason("twins")
def _(sign, code, severity, tool, tools):
    """One fault that the reference tells under two codes."""
    names = [t.get("name") for t in tools]
    if sign == "-" and code == "S003":
        return names.count("can_do") > 1 or sum(not n for n in names) > 1
    return sign == "-" and code == "R004" and not {"compensable", "idempotency_key"} <= set(props(response(tool)))


@reason("output-schema")
def _(sign, code, severity, tool, tools):
    """A response that is declared as MCP declares it."""
    return tool is not None and "outputSchema" in tool and not response(tool) and code[0] in "RS"


@reason("outside-triad")
def _(sign, code, severity, tool, tools):
    """R000 is asked of the triad alone: no contract says what another tool must answer."""
    name = text(tool and tool.get("name"))
    return sign == "-" and code == "R000" and not (name == "can_do" or name.startswith(("read_", "do_")))


@reason("empty-schema")
def _(sign, code, severity, tool, tools):
    """`{}` declares a response, of which every field is missing."""
    return tool is not None and not response(tool) and any(tool.get(k) == {} for k in ("responseSchema", "response_schema")) \
        and code in ("R000", "R001", "R004", "R006", "R007", "R008", "R009", "R015")


@reason("read-only-server")
def _(sign, code, severity, tool, tools):
    """Without any tool that changes something, a missing can_do is a note."""
    return code == "S001" and severity == ("error" if sign == "-" else "info")


@reason("can-do-disguised")
def _(sign, code, severity, tool, tools):
    """can_do under another name, told by what it answers."""
    return sign == "+" and code == "N003" and {"feasible", "candidates", "blocked"} <= set(
        re.findall(r'"(feasible|candidates|blocked)"', json.dumps(response(tool))))


@reason("verbs-and-names")
def _(sign, code, severity, tool, tools):
    """Further generic names (N007), underscores alone (N004, N005), a line feed at the end (N002)."""
    name = text(tool and tool.get("name"))
    return sign == "+" and (code == "N007" or code in ("N004", "N005") and not name.rstrip("_").removeprefix("read").removeprefix("do")
                            or code == "N002" and name.endswith("\n"))


@reason("input-spelling")
def _(sign, code, severity, tool, tools):
    """An input schema under a misspelt key is judged by what is in it; the key is told by another rule."""
    return sign == "-" and code[0] == "I" and "inputSchema" not in tool and "input_schema" in tool


@reason("words-not-substrings")
def _(sign, code, severity, tool, tools):
    return code == "D003"


@reason("null-description")
def _(sign, code, severity, tool, tools):
    """A description that is no text breaks the protocol: an error, not a warning."""
    return code == "D001" and tool is not None and "description" in tool and not isinstance(tool["description"], str) \
        and severity == ("warning" if sign == "-" else "error")


@reason("can-do-effects")
def _(sign, code, severity, tool, tools):
    """can_do may not declare side effects either."""
    return sign == "+" and code == "SE001" and tool is not None and tool.get("name") == "can_do"


@reason("trimmed-texts")
def _(sign, code, severity, tool, tools):
    """Blank texts are no description, blanks at the ends do not count, and placeholders are thin."""
    words = text(tool and tool.get("description"))
    return code in ("D001", "D002") and (words != words.strip() or not words.strip() or bool(re.match(r"(?i)todo|tbd|text|x+$", words)))


@reason("text-repeats-name")
def _(sign, code, severity, tool, tools):
    return sign == "+" and code == "D002" and severity == "info"


@reason("permissions")
def _(sign, code, severity, tool, tools):
    """Words with a namespace are lawful; `blocked` is looked at too; a free string in candidates is a fault."""
    if code != "R012" or tool is None:
        return False
    words = {w for w in strings(response(tool)) if "_" in w} - PERMISSIONS
    return sign == "+" or any("_" in w for w in words)


@reason("words-bound")
def _(sign, code, severity, tool, tools):
    """A free string, or an enum that admits nothing, where the contract knows the words."""
    return sign == "+" and code in ("R005", "R014") and tool is not None and not combined(tool)


@reason("tags")
def _(sign, code, severity, tool, tools):
    """An intent without declared properties is a note, whatever its type says; tags of a wrong type are an error."""
    return code == "I002"


@reason("schema-forms")
def _(sign, code, severity, tool, tools):
    """$ref, allOf, anyOf, oneOf and const are read as what they mean."""
    return tool is not None and combined(tool) and code[0] in "RIS"


@reason("wrong-type")
def _(sign, code, severity, tool, tools):
    """A part of the wrong type (R011, R080, R081) is told once, not as fields missing from it."""
    return tool is not None and malformed(tool) and code[0] in "RIS"


def classify(doc, reference, ours):
    """[(reason or None, sign, code, severity, place)]"""
    (their_exit, theirs), (our_exit, mine) = reference, ours
    tools = tools_of(doc)
    if theirs is None:
        return [("crash" if their_exit == 1 else "refused", "", "", "", f"exit {their_exit}, ours {our_exit}")]
    if mine is None:
        return [(None, "", "", "", f"we refuse it with {our_exit}")]
    theirs, mine = findings(theirs), findings(mine)
    out = []
    for place in sorted(set(theirs) | set(mine), key=str):
        a, b = theirs.get(place, collections.Counter()), mine.get(place, collections.Counter())
        tool = None if place == "server" else tools[place] if place < len(tools) else {}
        for sign, extra in (("-", a - b), ("+", b - a)):
            for (code, severity), n in extra.items():
                why = next((name for name, holds in REASONS if holds(sign, code, severity, tool, tools)), None)
                out.extend([(why, sign, code, severity, place)] * n)
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("reference")
    ap.add_argument("--bin", default=str(ROOT / "target/debug/promcp-lint"))
    ap.add_argument("--count", type=int, default=2000)
    ap.add_argument("--seed", type=int, default=20261)
    ap.add_argument("--show", type=int, default=20, help="undocumented differences that are printed")
    ap.add_argument("--only", help="print the first differences under this reason")
    a = ap.parse_args()
    documents = list(manifests(a.count, a.seed))
    counts, equal, undocumented, shown = collections.Counter(), 0, [], 0
    per_manifest = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        def both(job):
            number, doc = job
            path = os.path.join(folder, f"{number}.json")
            pathlib.Path(path).write_text(json.dumps(doc, ensure_ascii=False), "utf-8")
            return run([a.reference, path, "--json"]), run([a.bin, path, "--format", "reference"])
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            for doc, (reference, ours) in zip(documents, pool.map(both, enumerate(documents))):
                differences = classify(doc, reference, ours)
                equal += not differences
                for name in {d[0] for d in differences}:
                    per_manifest[name] += 1
                for d in differences:
                    counts[d[0], d[1] + d[2]] += 1
                    if d[0] is None:
                        undocumented.append((d, doc))
                    elif d[0] == a.only and shown < a.show:
                        shown += 1
                        tool = tools_of(doc)[d[4]] if isinstance(d[4], int) else [t.get("name") for t in tools_of(doc)]
                        print(d, json.dumps(tool, ensure_ascii=False)[:1500])
    print(f"{a.count} manifests, seed {a.seed}: {equal} equal")
    for name in [n for n, _ in REASONS] + ["crash", "refused", None]:
        if per_manifest[name]:
            codes = sorted(f"{code} {n}" if code else str(n) for (r, code), n in counts.items() if r == name)
            print(f"{name or 'UNDOCUMENTED':22} {per_manifest[name]:5} manifests: {', '.join(codes)}")
    for d, doc in undocumented[:a.show]:
        tool = tools_of(doc)[d[4]] if isinstance(d[4], int) else [t.get("name") for t in tools_of(doc)]
        print(d, json.dumps(tool, ensure_ascii=False)[:1500])
    return 1 if undocumented else 0


if __name__ == "__main__":
    sys.exit(main())
