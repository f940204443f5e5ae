type X = "list[X]"
type Pair[T] = tuple[T, T]
type(x).y = "int"
