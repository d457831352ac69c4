import Composing
import Foundation
import Testing

@testable import quietzone

/// `quietzone make --payload …`.
@Suite struct MakePayloadTests {
    let program: Program

    init() throws { program = try Program() }

    /// A field that is no option could not be filled in; an option that is no field would do nothing.
    @Test func theOptionsAreTheFieldsOfTheForms() {
        #expect(FormOptions.ids == Set(PayloadForm.all.flatMap(\.fields).map(\.id)))
    }

    @Test(arguments: [
        (["url", "--url", "example.org/a"], "https://example.org/a", "url"),
        (["email", "--to", "ada@example.org", "--subject", "a&b"], "mailto:ada@example.org?subject=a%26b", "email"),
        (["phone", "--phone", "+41 44 668 18 00"], "tel:+41446681800", "phone"),
        (
            ["sms", "--phone", "+41446681800", "--body", "-1: it's; \"ok\""], "SMSTO:+41446681800:-1: it's; \"ok\"",
            "sms"
        ),
        (["place", "--latitude", "-12.5", "--longitude", "16°22'10.2\"E"], "geo:-12.5,16.369500", "geo"),
        (["gtin", "--gtin", "590123412345", "--gtin-length", "13"], "5901234123457", "gtin"),
        (["serial", "--prefix", "S-", "--number", "7", "--width", "4", "--check", "mod43"], "S-0007S", "text"),
        (["text", "--text", "§ a\nb"], "§ a\nb", "text"),
    ])
    func whatIsMadeIsReadAsTheSameKind(_ arguments: [String], _ text: String, _ kind: String) async throws {
        var arguments = arguments
        if text.hasPrefix("SMSTO") { arguments = arguments.dropLast(2) + ["--body=-1: it's; \"ok\""] }
        let made = try await program.run(["make", "--payload"] + arguments)
        #expect(made.status == 0, "\(made.errors)")
        let read = try await program.run(["read", "--effort", "thorough", "--json", "-"], input: made.bytes)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [String: Any], "\(read.output)")
        #expect(object["text"] as? String == text)
        #expect((object["payload"] as? [String: Any])?["kind"] as? String == kind)
    }

    @Test func aPasswordIsReadAndNeverAnArgument() async throws {
        let path = try program.file("password", Array("es;presso!\n".utf8))
        for (arguments, input) in [(["--password", "-"], "es;presso!\nmore"), (["--password-file", path], "")] {
            let made = try await program.run(
                ["make", "--payload", "wifi", "--ssid", "Bistro"] + arguments, input: Array(input.utf8))
            let read = try await program.run(["read", "-"], input: made.bytes)
            #expect(read.output == "WIFI:T:WPA;S:Bistro;P:es\\;presso!;;\n")
        }
        let refused = try await program.run([
            "make", "--payload", "wifi", "--ssid", "Bistro", "--password", "espresso!",
        ])
        #expect(refused.status != 0)
        #expect(refused.errors.contains("--password-file"))
    }

    @Test func bytesOfAFileAreHeldAsTheyAre() async throws {
        let path = try program.file("content.bin", [0xE9, 0x00, 0xFF])
        let made = try await program.run(["make", "--payload", "bytes", "--file", path])
        let read = try await program.run(["read", "--json", "-"], input: made.bytes)
        #expect(read.output.contains("\"bytes\":\"6QD/\""))
        let missing = try await program.run(["make", "--payload", "bytes", "--file", path + "x"])
        #expect(missing.status == 2 && missing.errors.contains("cannot be read"))
    }

    @Test func elementsNeedAKindThatSaysSo() async throws {
        let elements = ["make", "--payload", "gs1", "--elements", "(01)09521234543213(10)AB-1"]
        let made = try await program.run(elements)
        let read = try await program.run(["read", "--json", "-"], input: made.bytes)
        #expect(read.output.contains("\"symbology\":\"gs1-128\"") && read.output.contains("\"kind\":\"gs1\""))
        #expect(try await program.run(elements + ["-s", "gs1-data-matrix"]).status == 0)
        #expect(try await program.run(elements + ["-s", "qr-code"]).errors.contains("gs1-128"))
    }

    @Test(arguments: [
        (["--payload", "horoscope"], "unknown form horoscope"),
        (["--ssid", "x", "text"], "--ssid requires --payload"),
        (["--payload", "url", "--url", "x.org", "--ssid", "x"], "--ssid is not an option of --payload url"),
        (["--payload", "url", "--url", "javascript:alert(1)"], "--url: javascript:"),
        (["--payload", "url"], "--url: it is missing"),
        (["--payload", "url", "--url", "x.org", "text"], "more than one content: use"),
        (["--payload", "epc", "--name", "x", "--iban", "DE00"], "--iban: "), (["x", "--yes"], "--yes requires"),
        (["--payload", "gtin", "--gtin", "5901234123458"], "should be 7"),
    ])
    func aRefusalIsOneLine(_ arguments: [String], _ told: String) async throws {
        let refused = try await program.run(["make"] + arguments)
        #expect(refused.status != 0 && refused.bytes.isEmpty)
        #expect(refused.errors.contains(told), "\(refused.errors)")
    }

    @Test func formsAreListed() async throws {
        let list = try await program.run(["make", "--list-payloads"]).output
        for form in PayloadForm.all { #expect(list.contains("\n\(form.id) ") || list.hasPrefix("\(form.id) ")) }
        #expect(list.contains("--password - | --password-file FILE"))
    }
}
