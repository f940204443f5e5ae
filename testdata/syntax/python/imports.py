import a
import a.b, c.d as e
from . import x
from .. import y as z
from ...pkg.sub import (a, b as c,)
from m import *
try:
    import fast
except ImportError:
    fast = None
if TYPE_CHECKING:
    from t import T
