//! SDKs: how each is recognised, what its symbols do, and what a registration becomes.
