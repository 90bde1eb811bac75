//! Nothing but the bench `compile_cost`: what the derive costs the compiler, beside others.
