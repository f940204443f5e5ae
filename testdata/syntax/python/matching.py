match command:
    case "go" | "run": a
    case -1 | 2.5: b
    case None | True: c
    case Color.RED: d
    case name if name > 1: e
    case (1): f
    case int() as n: g
    case [1, x, *_]: h
    case {"k": v, **rest}: i
    case Point(x=0, y=yy): j
    case a, b: k
    case "x" as whole: l
    case _: m
match f(x), y:
    case _: pass
