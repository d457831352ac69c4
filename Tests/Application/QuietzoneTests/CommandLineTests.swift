import Encoding
import Files
import Foundation
import Symbols
import Testing

/// The program without a screen, as scripts use it.
@Suite struct CommandLineTests {
    let program: Program

    init() throws { program = try Program() }

    @Test(arguments: ["live", "normal", "thorough"])
    func readTakesAnEffort(_ effort: String) async throws {
        let path = try program.picture("web.png", "effort")
        #expect(try await program.run(["read", "--effort", effort, path]).output == "effort\n")
    }

    @Test func thoroughReadsWhatDiffersInColourAlone() async throws {
        let pixels = try SymbolEncoder.encode("red on green", as: .qrCode).pixels(scale: 5)
        // Both have the same luma (ITU-R BT.601).
        let (red, green): ([UInt8], [UInt8]) = ([255, 22, 20], [0, 150, 10])
        let path = try program.file(
            "colours.ppm",
            Array("P6 \(pixels.width) \(pixels.height) 255\n".utf8) + pixels.luma.flatMap { $0 < 128 ? red : green })
        #expect(try await program.run(["read", path]).status == 1)
        #expect(try await program.run(["read", "--effort", "thorough", path]).output == "red on green\n")
    }

    @Test func readIsLimitedToSymbologies() async throws {
        let product = try program.picture("product.png", "9781617292156", as: .ean13)
        #expect(try await program.run(["read", "--only", "qr-code,aztec", product]).status == 1)
        #expect(try await program.run(["read", "--only", "qr-code,ean-13", product]).output == "9781617292156\n")
        let wrong = try await program.run(["read", "--only", "qr-code,nonsense", product])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("Unknown symbology “nonsense”. `quietzone symbologies` lists them."))
        #expect(try await program.run(["read", "--only", "EAN13", product]).output == "9781617292156\n")
    }

    @Test func bytesAreTakenInTheCharsetThatIsAskedFor() async throws {
        let image = try SymbolEncoder.encode(bytes: [0xF0, 0xD2, 0xC9], as: .qrCode).pixels(scale: 5)
        let path = try program.file("russian.pgm", Array("P5 \(image.width) \(image.height) 255\n".utf8) + image.luma)
        for command in [["read", "--json"], ["watch", "--json", "--source"]] {
            let told = try await program.run([command[0], "--charset", "windows-1252"] + command.dropFirst() + [path])
                .output
            #expect(told.contains("\"text\":\"ðÒÉ\""), "\(told)")
            #expect(told.contains("\"charset\":\"windows-1252\""), "\(told)")
        }
        _ = try program.file("config/quietzone/config.toml", Array("[reading]\ncharset = \"koi8-r\"\n".utf8))
        #expect(try await program.run(["read", "--json", path]).output.contains("\"text\":\"При\""))
        let wrong = try await program.run(["read", "--charset", "nonsense", path])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("nonsense"))
        #expect(wrong.errors.contains("windows-1251"))
        _ = try program.file("config/quietzone/config.toml", Array("[reading]\ncharset = \"nonsense\"\n".utf8))
        let broken = try await program.run(["read", path])
        #expect(broken.status == 0)
        #expect(broken.errors.contains("config.toml:2: [reading] charset"))
        #expect(broken.errors.contains("nonsense"))
    }

    @Test func settingsSayWhatIsReadAndTheCommandLineMore() async throws {
        let product = try program.picture("product.png", "9781617292156", as: .ean13)
        _ = try program.file("config/quietzone/config.toml", Array("[reading]\nonly = [\"qr-code\"]\n".utf8))
        #expect(try await program.run(["read", product]).status == 1)
        #expect(try await program.run(["read", "--only", "ean-13", product]).output == "9781617292156\n")
        #expect(try await program.run(["watch", "--source", product]).status == 1)
        #expect(try await program.run(["watch", "--only", "ean-13", "--source", product]).output == "9781617292156\n")
        for unread in try await ["qr"] + unreadSymbologies() {
            _ = try program.file("config/quietzone/config.toml", Array("[reading]\nonly = [\"\(unread)\"]\n".utf8))
            for (command, status) in [(["read", product], 0), (["config", "check"], 2)] as [([String], Int32)] {
                let wrong = try await program.run(command)
                #expect(wrong.status == status)
                #expect(wrong.errors.contains("[reading] only: must be symbologies"))
            }
        }
    }

    @Test func code39IsCheckedWhenAsked() async throws {
        let (checked, not) = (
            try program.picture("checked.png", "QUIETZONE39A", as: .code39),
            try program.picture("not.png", "QUIETZONE39", as: .code39)
        )
        #expect(try await program.run(["read", checked]).output == "QUIETZONE39A\n")
        #expect(try await program.run(["read", "--check-code-39", checked]).output == "QUIETZONE39\n")
        #expect(try await program.run(["read", "--check-code-39", not]).status == 1)
    }

    @Test func gs1ReadsChecksAndConverts() async throws {
        let right = try await program.run(["gs1", "(01)09521234543213(10)ABC(3103)000750"])
        #expect(right.status == 0)
        for part in [
            "010952123454321310ABC␝3103000750", "https://id.gs1.org/01/09521234543213/10/ABC?3103=000750", "0.750 kg",
        ] { #expect(right.output.contains(part), "\(right.output)") }
        let wrong = try await program.run(["gs1", "--json", "(01)09521234543210"])
        #expect(wrong.status == 1)
        #expect(wrong.output.contains(#""problems":["check digit wrong"]"#))
        let trouble = try await program.run(["gs1", "hello"])
        #expect(trouble.status == 2)
        #expect(trouble.errors.contains("not GS1 data"))
        let control = try await program.run(["gs1", "--json", "(01)09521234543213(10)A\u{1B}[31m"])
        #expect(!control.output.contains("\u{1B}"))
    }

    @Test func symbologiesListsWhatReadsWhat() async throws {
        let lines = try await program.run(["symbologies"]).output.split(separator: "\n")
        #expect(
            lines.contains { $0.hasPrefix("qr-code ") && $0.contains("QR Code") && $0.hasSuffix("zxing, zbar, own") })
        #expect(lines.contains { $0.hasPrefix("data-matrix ") && $0.hasSuffix("zxing, own") })
        #expect(lines.contains { $0.hasPrefix("databar-limited ") && $0.hasSuffix(" own") })
        #expect(lines.contains { $0.hasPrefix("iata-2-of-5 ") && $0.hasSuffix("(only if named with --only)") })
        let json = try await program.run(["symbologies", "--json"]).output.split(separator: "\n")
        #expect(json.count == lines.count)
        #expect(
            json.contains { $0.hasPrefix("{\"symbology\":\"databar\"") && $0.contains("[\"zxing\",\"zbar\"]") },
            "\(json)")
    }

    /// The symbologies that this build does not read, which depends on zxing-cpp; none with new versions.
    func unreadSymbologies() async throws -> [String] {
        let listed = try await program.run(["symbologies"]).output.split(separator: "\n").map {
            String($0.prefix { $0 != " " })
        }
        return Symbology.allCases.map(\.rawValue).filter { !listed.contains($0) }
    }

    @Test func onlyWhatIsReadCanBeAskedFor() async throws {
        let picture = try program.picture("only.png", "asked")
        #expect(try await program.run(["read", "--only", "qr-code", picture]).output == "asked\n")
        for unread in try await unreadSymbologies() {
            let refused = try await program.run(["read", "--only", unread, picture])
            #expect(refused.status == 2)
            #expect(refused.errors.contains("qr-code"))
            #expect(!refused.errors.contains("- \(unread)\n"), "not offered")
        }
    }

    @Test func readTakesAPictureFromStandardInput() async throws {
        let path = try program.picture("web.png", "piped")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let result = try await program.run(["read", "-"], input: Array(bytes))
        #expect(result.status == 0)
        #expect(result.output == "piped\n")
    }

    @Test func jsonHasTheDocumentedShape() async throws {
        let path = try program.picture("web.png", "https://example.org/ä")
        let result = try await program.run(["read", "--json", path])
        let line = try #require(result.output.split(separator: "\n").first)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["path"] as? String == path)
        #expect(object["symbology"] as? String == "qr-code")
        #expect((object["identifier"] as? String)?.hasPrefix("]Q") == true)
        #expect(object["text"] as? String == "https://example.org/ä")
        #expect(object["charset"] as? String == "UTF-8")
        #expect(object["bytes"] as? String == Data("https://example.org/ä".utf8).base64EncodedString())
        let corners = try #require(object["corners"] as? [[Double]])
        #expect(corners.count == 4)
        #expect(corners.allSatisfy { $0.count == 2 })
        #expect(corners[0][0] < corners[1][0])
        #expect(corners[0][1] < corners[3][1])
        #expect((object["payload"] as? [String: Any])?["kind"] as? String == "url")
        let keys = [
            "\"path\"", "\"symbology\"", "\"identifier\"", "\"text\"", "\"bytes\"", "\"charset\"", "\"corners\"",
            "\"payload\"",
        ]
        let places = keys.compactMap { line.range(of: $0)?.lowerBound }
        #expect(places.count == keys.count)
        #expect(places == places.sorted())
    }

    /// They start without a look at the rest of the command line.
    @Test(arguments: ["decode-frames", "parse-pictures", "make-modules"])
    func childrenAreForTheProgramItself(argument: String) async throws {
        let result = try await program.run([argument, "--help"])
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == "quietzone: this command is for internal use\n")
        #expect(try await !program.run(["--help"]).output.contains(argument))
        // The same where errors go to a file, which a child may not write to.
        let errors = try program.file("errors.txt", [])
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "\"$0\" \"$1\" </dev/null 2>\"$2\"", Program.executable, argument, errors]
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 2)
        #expect(try String(contentsOfFile: errors, encoding: .utf8) == result.errors)
    }

    @Test func exitStatusIsThatOfGrep() async throws {
        let blank = try program.file("blank.pgm", Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 255, count: 4096))
        #expect(try await program.run(["read", blank]).status == 1)
        let missing = try await program.run(["read", "/nowhere/x.png"])
        #expect(missing.status == 2)
        #expect(missing.errors.contains("/nowhere/x.png"))
        let text = try program.file("notes.txt", Array("no picture\n".utf8))
        let wrong = try await program.run(["read", text])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("notes.txt"))
        #expect(wrong.errors.contains("PNG"))
        for arguments in [["read"], ["--frob"], ["watch", "--timeout", "x"], ["history", "delete"], ["nonsense"]] {
            let result = try await program.run(arguments)
            #expect(result.status == 2, "\(arguments)")
            #expect(!result.errors.isEmpty, "\(arguments)")
            #expect(result.output.isEmpty, "\(arguments)")
        }
        #expect(try await program.run(["--help"]).status == 0)
        let version = try await program.run(["--version"]).output.split(separator: "\n")
        #expect(version.first?.wholeMatch(of: /quietzone \d+\.\d+\.\d+( \([\w.-]+\))?/) != nil, "\(version)")
        #expect(version.dropFirst().map { $0.prefix { $0 != " " } } == ["zxing-cpp", "zbar", "libzint", "SQLite"])
    }

    @Test func aFullScreenWithoutTerminalNamesWatch() async throws {
        let result = try await program.run(["--source", "demo"], extra: ["TERM": "xterm"])
        #expect(result.status == 2)
        #expect(result.errors.contains("quietzone watch"))
    }

    @Test func watchEndsOnceOrInTime() async throws {
        let once = try await program.run(["watch", "--source", "demo", "--once", "--timeout", "60"])
        #expect(once.status == 0, "\(once.output) \(once.errors)")
        #expect(once.output == "https://example.org/quietzone\n", "\(once.output) \(once.errors)")
        let blank = try program.file("blank.pgm", Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 255, count: 4096))
        #expect(try await program.run(["watch", "--source", blank]).status == 1)
    }

    @Test func theDemosScansAreNotKept() async throws {
        let result = try await program.run(["watch", "--keep", "--once", "--source", "demo"])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("leave out --keep"))
        #expect(try await program.run(["history", "list"]).status == 1)
    }

    @Test(arguments: ["camera:no such camera", "/dev/null", "/dev/video99", "nowhere.png"])
    func watchDoesNotWaitForWhatIsNoSource(_ source: String) async throws {
        let result = try await program.run(["watch", "--source", source])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test func watchReadsEveryPictureOfAFolder() async throws {
        for number in 1...12 { _ = try program.picture("labels/label\(number).png", "LOT-\(number)", as: .code128) }
        _ = try program.file("labels/readme.txt", Array("hello".utf8))
        let result = try await program.run(["watch", "--source", program.folder.path + "/labels"])
        #expect(result.output == (1...12).map { "LOT-\($0)\n" }.joined())
    }

    @Test func watchReadsAStreamOfPictures() async throws {
        var stream: [UInt8] = []
        for text in ["one", "two", "one"] {
            stream += try Data(contentsOf: URL(fileURLWithPath: program.picture("\(text).png", text)))
        }
        let result = try await program.run(["watch", "--source", "-"], input: stream)
        // The second "one" returns within the reappearance interval, so it is not a new scan.
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output == "one\ntwo\n", "\(result.output) \(result.errors)")
    }

    @Test(arguments: ["0.0.0.0", "::", "example.org", "192.0.2.7"])
    func aPhoneIsOnlyServedAtOneAddressOfThisMachine(address: String) async throws {
        let source = address.contains(":") ? "phone:[\(address)]" : "phone:\(address)"
        let result = try await program.run(["watch", "--source", source])
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test func camerasAreListedOrTheirAbsenceExplained() async throws {
        let result = try await program.run(["cameras", "--json"])
        if result.status == 1 {
            #expect(result.errors.contains("no camera found"))
        } else {
            #expect(result.status == 0)
            #expect(result.output.hasPrefix("{\"name\":"))
        }
    }
}
