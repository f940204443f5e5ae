@a
@b.c[0].d(1)
@(lambda f: f)
@x if y else z
def f(): ...
@data
class C: ...
