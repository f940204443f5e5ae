//! What standard and common libraries mean to the evaluator.
