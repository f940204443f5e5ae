if a: b
elif c:
    d
elif e: pass
else: f
for x, y in z: break
else: g
async def h():
    async for i in j: continue
    async with a as b, c: d
while a:
    b
else: c
with (open(a) as f, open(b) as g): pass
with a, b as (c, d): pass
with (a): pass
return_ = 1
assert a
assert a, "m"
del a, b[0], c.d
raise
raise A("x") from b
