//! x
fn main() {
    let e = spanner_keys_tests::emulator::Emulator::start().unwrap();
    println!("{}", e.grpc_host());
    std::thread::sleep(std::time::Duration::from_secs(std::env::var("S").map_or(0, |s| s.parse().unwrap())));
}
