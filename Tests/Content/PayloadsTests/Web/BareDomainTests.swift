import Testing

@testable import Payloads

/// Names without a scheme: which are addresses, which may be files, and which are neither.
@Suite struct BareDomainTests {
    @Test(arguments: [
        "example.com", "EXAMPLE.DE", "sub.example.co.uk", "example.io", "wp.pl", "notion.ai", "example.in", "163.com",
        "www.lib.rs", "docs.rs/serde", "readme.md/x", "run.sh?x=1", "archive.zip:8080", "example.com.py",
        "www.hello.fyi",
        "hello.fyi/x", "router.lan/status", "printer.local", "xn--e1afmkfd.xn--p1ai", "пример.рф", "example.com:443",
    ])
    func isAnAddress(text: String) {
        #expect(parse(text).kind == .url)
        #expect(parse(text).opened.count == 1)
    }

    /// No such top-level domain, and what is no name of a host.
    @Test(arguments: [
        "node.js", "archive.tar.gz", "LOT.AB", "file.txt", "v1.2.3", "Main.swift", "app.exe", "notes.docx",
        "photo.jpeg",
        "index.html", "data.csv", "style.css", "a.out", "lib.dll", "main.go", "x.qq", "ABC.XX", "REV.Q1", "node.js/x",
        "src.main.kt:80", "www.example.nosuchtop", "museum.anything/x", "3.kg", "12.de", "1.sh", "router.nolan/x",
        "пример.нет",
    ])
    func isNeither(text: String) {
        let payload = parse(text)
        #expect(payload.kind == .text)
        #expect(payload.opened.isEmpty)
        #expect(payload.values("links").isEmpty)
    }

    /// Assigned, and endings of files: text that is offered to be opened.
    @Test(arguments: [
        "readme.md", "run.sh", "lib.rs", "archive.zip", "script.py", "clip.mov", "README.MD", "my.main.cc",
    ])
    func mayBeAFile(name: String) {
        let payload = parse(name)
        #expect(payload.kind == .text)
        #expect(payload.opened == ["https://" + name.lowercased()])
        // In a text it is a file's name.
        #expect(parse("see \(name) there").opened.isEmpty)
    }

    /// What a format calls an address is one.
    @Test(arguments: ["URL:lib.rs", "URLTO:Rust:lib.rs", "MEBKM:TITLE:Rust;URL:lib.rs;;"])
    func isAnAddressWhereOneBelongs(text: String) {
        #expect(parse(text).kind == .url)
        #expect(parse(text).opened == ["https://lib.rs"])
    }

    @Test(arguments: ["Stop.Now is a sentence", "Done.Next page", "see Main.swift and node.js"])
    func aFullStopMakesNoLink(text: String) { #expect(parse(text).opened.isEmpty) }
}
