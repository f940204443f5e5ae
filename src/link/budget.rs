//! How much may be evaluated. Budgets are per root, per function and in depth: application code that happens to
//! be reachable must not starve the declarations of another file. Memory alone has a bound for the whole run too.

use super::heap;

/// Steps (an expression, a statement or a call each) of one root.
const STEPS: u32 = 1_500_000;
/// Steps of a function that is only looked at: every handler of a server is.
const LOOK: u32 = 300_000;
/// Calls in progress.
pub const FRAMES: usize = 60;
/// Activations of one function at a time.
pub const ACTIVATIONS: u32 = 3;
/// Nested expressions and statements in progress, over all calls.
const DEPTH: u32 = 700;
/// Items of one loop.
pub const ITEMS: usize = 4_000;
/// Bytes of one text that is computed.
pub const TEXT: usize = 1 << 18;

/// Items (see [`heap::volume`]) of one root: some 100 MB.
const VOLUME: u64 = 1_500_000;
/// Items of all roots together.
const TOTAL: u64 = 6_000_000;

#[derive(Debug)]
pub struct Budget {
    steps: u32,
    /// The volume at which the root, and the whole run, ends.
    full: u64,
    total: u64,
    pub depth: u32,
    told: bool,
}

impl Budget {
    pub fn new() -> Self {
        let now = heap::volume();
        Budget { steps: STEPS, full: now + VOLUME, total: now + TOTAL, depth: 0, told: false }
    }

    fn refill_steps(&mut self, steps: u32) {
        self.steps = steps;
        self.full = self.total.min(heap::volume() + VOLUME);
        self.told = false;
    }

    /// A new root begins.
    pub fn refill(&mut self) {
        self.refill_steps(STEPS);
    }

    /// A function is looked at.
    pub fn refill_for_a_look(&mut self) {
        self.refill_steps(LOOK);
    }

    /// Takes one step; `false` where none is left.
    pub fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        !self.is_empty()
    }

    pub fn is_empty(&self) -> bool {
        self.steps == 0 || heap::volume() > self.full
    }

    pub fn too_deep(&self) -> bool {
        self.depth >= DEPTH
    }

    /// Whether running out was told before; it is told once a root.
    pub fn tell(&mut self) -> bool {
        !std::mem::replace(&mut self.told, true)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new()
    }
}
