//! A real headless Chromium, driven through Debian's chromedriver.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A browser window; closed when dropped.
pub struct Browser {
    driver: Child,
    address: String,
    session: String,
}

impl Browser {
    /// Starts a browser; nothing, with a message, where none is installed.
    pub fn start() -> Option<Browser> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut driver) = driver else {
            eprintln!("skipped: chromedriver is not installed (Debian: chromium-driver)");
            return None;
        };
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_string())
        });
        let address = format!("127.0.0.1:{}", port.expect("chromedriver names its port"));
        let options = json!({
            "capabilities": { "alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": { "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                ] },
                "goog:loggingPrefs": { "browser": "ALL" },
            } }
        });
        let mut browser = Browser { driver, address, session: String::new() };
        let session = browser.ask("POST", "/session", &options);
        browser.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        Some(browser)
    }

    /// Opens a file in a window of this width.
    pub fn open(&self, file: &Path, width: u32) {
        self.open_at(file, "", width);
    }

    /// Opens a file at a fragment such as `#17`.
    pub fn open_at(&self, file: &Path, fragment: &str, width: u32) {
        let size =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &size);
        // A new address, so that a file opened before is read again.
        self.post("/url", &json!({ "url": "about:blank" }));
        let url = format!("file://{}{fragment}", file.canonicalize().unwrap().display());
        self.post("/url", &json!({ "url": url }));
    }

    /// A command of Chromium's own protocol; what it answers.
    pub fn command(&self, command: &str, params: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// How many sheets of paper the page is printed on.
    pub fn sheets(&self) -> usize {
        let pdf = self.command("Page.printToPDF", &json!({}));
        let pdf = decoded(pdf["data"].as_str().unwrap());
        // A page of the file's tree for each.
        String::from_utf8_lossy(&pdf).matches("/Type /Page\n").count()
    }

    /// Runs a script in the page; the value that it returns.
    pub fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Everything the page has written to the console, errors of loading and of scripts among it.
    pub fn console(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({ "type": "browser" }));
        entries.as_array().unwrap().iter().map(Value::to_string).collect()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.ask("POST", &format!("{}{path}", self.session), body)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, body) = self.exchange(method, path, body).unwrap();
        assert!(status.starts_with("HTTP/1.1 200"), "{method} {path}: {status}{body}");
        let mut value: Value = serde_json::from_str(&body).unwrap();
        value["value"].take()
    }

    /// The status line and the body of the driver's answer.
    fn exchange(&self, method: &str, path: &str, body: &Value) -> io::Result<(String, String)> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )?;
        let mut reader = BufReader::new(stream);
        let (mut status, mut length) = (String::new(), 0);
        reader.read_line(&mut status)?;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
        }
        let mut body = String::new();
        reader.take(length).read_to_string(&mut body)?;
        Ok((status, body))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A driver that is killed leaves its browser behind; one that fails here is past helping.
        let _ = self.exchange("DELETE", &self.session, &json!({}));
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The bytes that a text in base 64 stands for.
fn decoded(base64: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for digit in base64.chars().filter_map(|digit| DIGITS.find(digit)) {
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
