class Order(Base, Mixin[int], metaclass=Meta, **options):
    """An order.

    Long."""
    key: str
    """The key."""
    size: int = 1; color = "red"
    "Its colour."
    b"no doc"
    class Inner: pass
    def __init__(self): self.x = 1
    @staticmethod
    def make(): ...
    @classmethod
    def build(cls): ...
    @property
    def area(self): return 1
    @area.setter
    def area(self, v): ...
class Empty: pass
class Generic[T: int, *Ts, **P](Base[T]): ...
