// An indexer of blocks that is wrong after a reorg, without any crate, for ommer hunt:
//
//     rustc -O -o indexer-rust indexer.rs
//     npx ommer hunt --run './indexer-rust {url} {dir}/rows' --rows 'cat {dir}/rows' --weights restart=0

use std::io::{Read, Write};
use std::{env, fs::OpenOptions, net::TcpStream, thread::sleep, time::Duration};

fn call(url: &str, method: &str, params: &str) -> String {
    let (address, path) = url.trim_start_matches("http://").split_once('/').unwrap();
    let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
    let length = body.len();
    let head = format!("POST /{path} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {length}");
    let mut answer = String::new();
    if let Ok(mut stream) = TcpStream::connect(address) {
        let _ = write!(stream, "{head}\r\n\r\n{body}");
        let _ = stream.read_to_string(&mut answer);
    }
    answer
}

fn text<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    json.split_once(&format!("\"{name}\":\""))?.1.split('"').next()
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let (url, path) = (&args[1], &args[2]);
    let mut next = 0;
    loop {
        let answer = call(url, "eth_blockNumber", "[]");
        let hex = text(&answer, "result").unwrap_or("0x");
        let head = i64::from_str_radix(&hex[2..], 16).unwrap_or(-1);
        while next <= head {
            let answer = call(url, "eth_getBlockByNumber", &format!("[\"0x{next:x}\",false]"));
            let Some(hash) = text(&answer, "hash") else { break };
            let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
            writeln!(file, "{{\"block_number\":{next},\"block_hash\":\"{hash}\"}}").unwrap();
            next += 1;
        }
        sleep(Duration::from_millis(20));
    }
}
