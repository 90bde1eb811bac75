//! What holds for the project and not for a table: its documents, its modules, its packages.

mod documents;
mod layers;
mod links;
mod packages;
