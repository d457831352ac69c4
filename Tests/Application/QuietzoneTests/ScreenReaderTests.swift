import Foundation
import Testing

/// The program in lines and numbered choices.
@Suite struct ScreenReaderTests {
    let program: Program

    init() throws { program = try Program() }

    /// What is said when these lines are typed.
    private func talk(_ lines: [String], source: String? = nil) async throws -> [Substring] {
        let arguments = ["--screen-reader"] + (source.map { ["--source", $0] } ?? [])
        let result = try await program.run(arguments, input: Array((lines.joined(separator: "\n") + "\n").utf8))
        #expect(result.status == 0, "\(result.errors)")
        // Nothing is drawn: no escape sequence, no carriage return.
        #expect(!result.output.utf8.contains { $0 < 0x20 && $0 != 0x0A })
        return result.output.split(separator: "\n")
    }

    /// The number of a choice in what was said.
    private func number(of choice: String, in said: [Substring]) throws -> String {
        let line = try #require(said.first { $0.hasSuffix(". \(choice)") }, "\(said)")
        return String(line.prefix { $0 != "." })
    }

    @Test func aScanIsReadAloudAndKept() async throws {
        let picture = try program.picture("wifi.png", "WIFI:S:Home;T:WPA;P:secret123;;")
        let said = try await talk(["1", "1", ""], source: picture)
        #expect(said.contains("Wi-Fi Home (WPA), QR Code, saved as scan 1."))
        #expect(said.contains { $0.contains("Network") && $0.contains("Home") })
        #expect(!said.contains { $0.contains("secret123") })
        let reveal = try number(of: "Read all fields, with passwords", in: said)
        let open = try await talk(["2", reveal, "", ""])
        #expect(open.contains { $0.contains("secret123") })
    }

    @Test func scansAreFoundChangedExportedAndDeleted() async throws {
        for (name, text) in [("a", "https://example.org/a"), ("b", "plain words")] {
            let picture = try program.picture("\(name).png", text)
            #expect(try await program.run(["watch", "--keep", "--source", picture]).status == 0)
        }
        var said = try await talk(["3", "kind:url", "1", "", ""])
        #expect(said.contains { $0.hasPrefix("1. Scan 1: example.org/a, QR Code, ") })
        #expect(!said.contains { $0.contains("plain words") })
        let (tag, delete) = (try number(of: "Add a tag", in: said), try number(of: "Delete", in: said))
        said = try await talk([
            "3", "kind:url", "1", tag, "late shift", delete, "n", delete, "y", "4", "", "all.csv", "",
        ])
        #expect(said.contains { $0.hasSuffix("1 scan changed") })
        #expect(said.contains { $0.contains("1 deleted") })
        let table = try String(contentsOfFile: program.folder.path + "/all.csv", encoding: .utf8)
        #expect(table.contains("plain words") && !table.contains("example.org"))
        // A file that is there stays without a yes.
        said = try await talk(["4", "", "all.csv", "n", ""])
        #expect(said.contains { $0.contains("all.csv exists. Overwrite it?") })
    }

    @Test func aCodeIsMade() async throws {
        let choices = try await talk(["5", "", ""])
        let form = try number(of: "Wi-Fi network", in: choices)
        let said = try await talk(["5", form, "Home", "secret123", "", "", "", "", "", "", "wifi.png", ""])
        let read = try await program.run(["read", program.folder.path + "/wifi.png"])
        #expect(read.output.contains("S:Home") && read.output.contains("P:secret123"), "\(said)")
    }

    /// A file that cannot be written does not cost what was entered.
    @Test func aWrongFileIsAskedForAgain() async throws {
        let choices = try await talk(["5", "", ""])
        let form = try number(of: "Web address", in: choices)
        let said = try await talk(["5", form, "https://example.org/a", "code.xyz", "code.png", "q"])
        #expect(said.contains { $0.contains("Another file name. Press Enter to give up") }, "\(said)")
        #expect(try await program.run(["read", program.folder.path + "/code.png"]).output == "https://example.org/a\n")
    }

    @Test func aProductIsNamed() async throws {
        let picture = try program.picture("product.png", "4006381333931", as: .ean13)
        let shown = try await talk(["1", ""], source: picture)
        let name = try number(of: "Name the product", in: shown)
        let look = try number(of: "Look up the product", in: shown)
        let said = try await talk(["2", name, "Pencils", look, "", "2", "", "q"])
        #expect(said.contains { $0.contains("4006381333931  Pencils") }, "\(said)")
        #expect(said.contains { $0.contains("Scan 1: Pencils, ") }, "\(said)")
    }

    /// Text from a symbol is filtered in lines, in questions and in suggested names.
    @Test func hostileTextStaysText() async throws {
        let hostile = "WIFI:S:evil\u{202E}\u{2066};T:WPA;P:secret123;;"
        let picture = try program.picture("hostile.png", hostile)
        let said = try await talk(["1", "1", ""], source: picture)
        #expect(said.contains { $0.contains("evil") && $0.contains("saved as scan 1") })
        // A question names a file that exists.
        let file = "evil\u{202E}\u{2066}.csv"
        let asked = try await talk(["4", "", file, "4", "", file, "n", ""])
        #expect(asked.contains { $0.contains("exists. Overwrite it?") })
        for line in said + asked {
            #expect(!line.unicodeScalars.contains { [0x202E, 0x2066].contains($0.value) }, "\(line)")
        }
    }

    @Test func optionsOfTheSessionCount() async throws {
        let picture = try program.picture("a.png", "in a session")
        let typed = Array("1\n\n\n".utf8)
        let result = try await program.run(
            ["--screen-reader", "--source", picture, "--session", "Aisle 4", "--tag", "late"], input: typed)
        #expect(result.status == 0)
        #expect(try await program.run(["history", "list", "--count", "session:\"Aisle 4\" tag:late"]).output == "1\n")
        let two = try await program.run(["--screen-reader", picture, picture], input: typed)
        #expect(two.status == 2 && two.errors.contains("name one FILE"))
    }

    @Test func wrongAnswersAndTheEndOfInputAreSurvived() async throws {
        let said = try await talk(["99", "x", "?", "3", "kind:nonsense"])
        #expect(said.contains { $0.contains("There is no choice 99. Type a number from 1 to ") })
        #expect(said.contains { $0.contains("Not done: ") })
    }
}
