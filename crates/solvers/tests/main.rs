//! The solvers against brute force over the rules, and certificates against their checker: one program, since
//! each would take some seconds to build.

mod acht_mal_acht;
mod all_options;
mod buried_host_certificates;
mod combinations;
mod common;
mod domino;
mod eight_by_eight;
mod eights;
mod eklige_elfer;
mod free_card_certificates;
mod free_card_order_certificates;
mod head_order_certificates;
mod hochzeitszug;
mod memory;
mod new_option;
mod order;
mod order_axioms;
mod order_certificates;
mod positions;
mod reasons;
mod refutations;
mod shorter;
mod simpler_game;
mod small_eights;
mod thorough;
mod tracked_card_certificates;
