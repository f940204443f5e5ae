//! How much may be evaluated. Budgets are per root, per function and in depth, never global: application
//! code that happens to be reachable must not starve the declarations of another file.

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
pub const TEXT: usize = 1 << 20;

#[derive(Debug)]
pub struct Budget {
    steps: u32,
    pub depth: u32,
    told: bool,
}

impl Budget {
    pub fn new() -> Self {
        Budget { steps: STEPS, depth: 0, told: false }
    }

    /// A new root begins.
    pub fn refill(&mut self) {
        self.steps = STEPS;
        self.told = false;
    }

    /// A function is looked at.
    pub fn refill_for_a_look(&mut self) {
        self.steps = LOOK;
        self.told = false;
    }

    /// Takes one step; `false` where none is left.
    pub fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    pub fn is_empty(&self) -> bool {
        self.steps == 0
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
