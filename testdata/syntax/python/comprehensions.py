[x for x in y if x if x > 1]
{x async for x in y}
{k: v for k, v in y.items() for w in v}
(x for x in a)
[(a, b) for a in x for b in a if b]
