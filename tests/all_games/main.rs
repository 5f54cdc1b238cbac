//! Tables of all games in the middle of their matches, and what becomes of their file meanwhile: a newer Whistle opens it, or a
//! copy of it takes its place. Every match goes on as it stood, and to its end.

mod copy;
mod guild;
mod upgrade;
