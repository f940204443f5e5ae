a = b = c.d[0] = 1
x: int
y: list[int] = []
z += 1
p //= q **= 2
(m, [n, *rest]), o.k = v
s, = t
(w := 3)
i = yield_ = 4,
