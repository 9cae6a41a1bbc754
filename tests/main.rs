//! The program as it is used: one program of tests, since each would take seconds to build.

mod browser;
mod certificates;
mod command_line;
mod folder;
mod follow;
mod german;
mod inputs;
mod limits;
mod merge;
mod outputs;
mod pages;
mod parallel;
mod play;
mod players;
mod program;
mod records;
mod replay_page;
mod report_page;
mod reports;
mod schema;
mod scripts;
mod survey;
mod unknown;
mod verify;
