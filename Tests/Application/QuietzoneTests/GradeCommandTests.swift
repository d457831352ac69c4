import Foundation
import Testing

/// `quietzone grade`: what it prints, and its exit status.
@Suite struct GradeCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    /// A picture of a code, made by the program, with other grey levels.
    private func code(_ name: String, _ text: String, kind: String = "qr-code", dark: String, light: String)
        async throws -> String
    {
        let path = program.folder.path + "/" + name
        let made = try await program.run([
            "make", "-s", kind, "--dark", dark, "--light", light, "-o", path, text,
        ])
        #expect(made.status == 0, "\(made.errors)")
        return path
    }

    @Test func oneCodeIsExplainedAndSeveralAreListed() async throws {
        let good = try await code("good.png", "good", dark: "#000000", light: "#ffffff")
        let pale = try await code("pale.png", "pale", dark: "#888888", light: "#ffffff")
        let one = try await program.run(["grade", pale])
        #expect(one.status == 0, "\(one.errors)")
        #expect(one.output.hasPrefix("\(pale): QR Code pale\n  Estimate: C (2.0)\n"), "\(one.output)")
        #expect(one.output.contains("  - Light parts reflect 100 %, dark ones 53 %. Print with a darker ink.\n"))
        let both = try await program.run(["grade", good, pale])
        #expect(both.output == "A\t4.0\t\tQR Code\t\(good)\tgood\nC\t2.0\tSymbol contrast\tQR Code\t\(pale)\tpale\n")
        let folder = try await program.run(["grade", "--details", program.folder.path])
        #expect(folder.output.contains("good.png: QR Code good\n  Estimate: A (4.0)\n"), "\(folder.output)")
        #expect(folder.output.contains("pale.png: QR Code pale\n"))
    }

    @Test func theExitStatusSaysWhetherAllAreGoodEnough() async throws {
        let good = try await code("good.png", "good", kind: "code-128", dark: "#000000", light: "#ffffff")
        let pale = try await code("pale.png", "pale", dark: "#888888", light: "#ffffff")
        #expect(try await program.run(["grade", "--at-least", "c", good, pale]).status == 0)
        #expect(try await program.run(["grade", "--at-least", "B", good, pale]).status == 1)
        // A symbology that is not graded.
        let other = try await code("other.png", "MAXI", kind: "maxicode", dark: "#000000", light: "#ffffff")
        let refused = try await program.run(["grade", other])
        #expect(refused.status == 1)
        #expect(refused.output.contains("Not graded: MaxiCode cannot be graded."), "\(refused.output)")
        let empty = try program.file("empty.pgm", Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 255, count: 4096))
        #expect(try await program.run(["grade", empty]).status == 1)
        #expect(try await program.run(["grade", program.folder.path + "/none.png"]).status == 2)
        for wrong in [["--at-least", "F"], ["--gamma", "9"], ["--module", "0"], ["--report", "x.doc"]] {
            let refused = try await program.run(["grade"] + wrong + [good])
            #expect(refused.status == 2, "\(wrong)")
            #expect(refused.errors.contains(wrong[0]), "\(refused.errors)")
        }
    }

    @Test func eachScanIsGradedWhereThatIsSet() async throws {
        let pale = try await code("pale.png", "pale", dark: "#888888", light: "#ffffff")
        #expect(try await program.run(["watch", "--keep", "--source", pale]).status == 0)
        let before = try await program.run(["history", "export", "--format", "csv"]).output
        #expect(before.hasPrefix("time,text,symbology,quantity,session,tags,note\r\n"), "\(before)")
        _ = try program.file("config/quietzone/config.toml", Array("[grading]\nevery-scan = true\n".utf8))
        #expect(try await program.run(["watch", "--keep", "--source", pale]).status == 0)
        let table = program.folder.path + "/scans.csv"
        #expect(try await program.run(["history", "export", "-o", table]).status == 0)
        let text = try String(contentsOfFile: table, encoding: .utf8)
        #expect(text.hasPrefix("time,text,symbology,quantity,session,tags,note,grade,gradeValue\r\n"), "\(text)")
        #expect(text.hasSuffix(",C,2.0\r\n"), "\(text)")
        let lines = try await program.run(["history", "export"]).output.split(separator: "\n")
        #expect(lines.count == 2 && !lines[0].contains("grade"))
        #expect(lines.last?.contains("\"fields\":{\"grade\":\"C\",\"grade-value\":\"2.0\"}") == true, "\(lines)")
        #expect(try await program.run(["history", "list", "--count", "grade:C"]).output == "1\n")
        #expect(try await program.run(["history", "show", "2"]).output.contains("C"))
        // A table brings grades back.
        #expect(try await program.run(["history", "forget", "2", "--yes"]).status == 0)
        #expect(try await program.run(["history", "list", "--count", "grade:C"]).output == "0\n")
        #expect(try await program.run(["history", "import", table]).status == 0)
        #expect(try await program.run(["history", "list", "--count", "grade:C"]).output == "1\n")
    }

    @Test func printingSmallModulesIsWarnedOf() async throws {
        let path = program.folder.path + "/small.pdf"
        let small = try await program.run([
            "print", "--roll", "62x29", "--dpi", "203", "--module-width", "0.125", "-s", "ean-13", "401234567890",
            "-o", path,
        ])
        #expect(small.status == 0)
        #expect(small.errors.contains("Estimated print quality at 203 dpi: F (modules of 1 dot"), "\(small.errors)")
        let large = try await program.run(["make", "--dpi", "300", "-s", "ean-13", "401234567890", "-o", path + ".png"])
        #expect(large.status == 0)
        #expect(!large.errors.contains("Estimated print quality"), "\(large.errors)")
    }

    @Test func aReportAsPDFHasAPageAndAPictureForEachCode() async throws {
        let square = try await code("square.png", "square (1)", dark: "#202020", light: "#f0f0f0")
        let bars = try await code("bars.png", "4012345678901", kind: "ean-13", dark: "#202020", light: "#f0f0f0")
        let path = program.folder.path + "/report.pdf"
        let made = try await program.run(["grade", "--report", path, square, bars])
        #expect(made.status == 0, "\(made.errors)")
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: Unicode.ASCII.self)
        #expect(text.hasPrefix("%PDF-1.4\n") && text.hasSuffix("%%EOF\n"))
        #expect(text.contains("/Type /Pages /Count 3"))
        #expect(text.components(separatedBy: "/ColorSpace /DeviceGray").count == 3)
        for part in [
            "(Print quality of 2 codes)", "square \\(1\\)", "(Symbol contrast)", "after ISO/IEC 15416", "/P1 Do",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func jsonHasEachParameter() async throws {
        let path = try await code("code.png", "4012345678901", kind: "ean-13", dark: "#202020", light: "#f0f0f0")
        let printed = try await program.run(["grade", "--json", "--module", "0.33", path])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any], "\(printed.output)")
        #expect(object["letter"] as? String == "A")
        #expect(object["standard"] as? String == "ISO/IEC 15416")
        #expect((object["lines"] as? [Any])?.count == 10)
        let parameters = try #require(object["parameters"] as? [String: [String: Double]])
        #expect(abs((parameters["symbol-contrast"]?["value"] ?? 0) - (0xF0 - 0x20) / 255) < 0.001)
        #expect(parameters["decodability"]?["grade"] == 4)
    }

    @Test func aReportShowsTextAsText() async throws {
        let path = try await code("code.png", "<script>alert(1)</script>&\u{1B}[31m", dark: "#000000", light: "#ffffff")
        let report = program.folder.path + "/report.html"
        #expect(try await program.run(["grade", "--report", report, path]).status == 0)
        let html = try String(contentsOfFile: report, encoding: .utf8)
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;"))
        #expect(!html.contains("<script") && !html.contains("\u{1B}"))
        #expect(html.contains("data:image/png;base64,") && html.contains("<svg"))
        let again = try await program.run(["grade", "--report", report, path])
        #expect(again.status == 2)
        #expect(again.errors.contains("already exists"))
        let text = program.folder.path + "/report.txt"
        #expect(try await program.run(["grade", "--report", text, path]).status == 0)
        #expect(try String(contentsOfFile: text, encoding: .utf8).contains("Estimate: A (4.0)"))
    }

    @Test func aSourceIsGradedInSeveralFrames() async throws {
        let demo = try await program.run(["grade", "--source", "demo"])
        #expect(demo.status == 0, "\(demo.errors)")
        #expect(demo.output.hasPrefix("DEMO: QR Code https://example.org/quietzone\n  Estimate: "), "\(demo.output)")
        #expect(demo.output.contains(", the mean of 5 frames\n"))
        let picture = try await code("code.png", "one", dark: "#000000", light: "#ffffff")
        #expect(try await program.run(["grade", "--source", picture]).output.contains("Estimate: A (4.0)\n"))
        let empty = try program.file("empty.pgm", Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 255, count: 4096))
        let nothing = try await program.run(["grade", "--source", empty])
        #expect(nothing.status == 1)
        #expect(nothing.errors.contains("no code was found"))
        for wrong in [[], ["--source", "demo", picture], ["--format", "low", picture]] as [[String]] {
            #expect(try await program.run(["grade"] + wrong).status == 2, "\(wrong)")
        }
    }
}
