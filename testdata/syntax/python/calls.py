f(1, *a, b=2, **c)
f(x for x in y)
f(n := 1)(2).attr[0](g=lambda: 1)
Tool(
    name="x",  # why
    *rest,
)
new.call(*a, *b)
[*a.b()[1]]
x = *a.b, *c()
