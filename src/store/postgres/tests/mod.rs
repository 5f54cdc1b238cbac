//! A server's database as a whole: what is refused, who may serve, what a copy is taken for, and that both engines hold the same.

mod cluster;
mod crash;
mod opening;
mod plans;
mod serving;
mod shards;
mod standby;
mod takeovers;
