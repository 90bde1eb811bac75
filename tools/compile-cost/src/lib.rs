//! Holds only the bench `compile_cost`: what the derive costs the compiler, compared with others.
