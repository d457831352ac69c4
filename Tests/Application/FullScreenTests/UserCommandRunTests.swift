import Config
import Foundation
import Payloads
import Symbols
import Testing

@testable import FullScreen
@testable import Services

@Suite struct UserCommandRunTests {
    /// The command of a settings file.
    private func command(_ lines: String) throws -> UserCommand {
        let read = Settings.readByThisBuild(
            "[command.take]\n\(lines)\n", commands: Features.commands, folder: "/nowhere")
        #expect(read.problems.isEmpty, "\(read.problems)")
        return try #require(read.settings.commands.first)
    }

    private func payload(_ text: String) -> Payload {
        Payload.parse(SymbolContent(symbology: .qrCode, text: text))
    }

    @Test func placeholdersAreFilledInOneGo() throws {
        let take = try command(#"run = ["take", "{text}", "{kind}/{symbology}", "{field:nothing}", "{other}", "{"]"#)
        let arguments = try take.arguments(for: payload("{kind} of words"))
        #expect(arguments == ["take", "{kind} of words", "text/qr-code", "", "{other}", "{"])
    }

    @Test func aContentThatNoArgumentCanHoldIsRefused() throws {
        let take = try command(#"run = ["take", "{text}"]"#)
        #expect { try take.arguments(for: payload("a\0b")) } throws: {
            "\($0)" == "take: the content contains a NUL, which arguments cannot hold"
        }
        // Without the text there is nothing to refuse.
        #expect(try command(#"run = ["take", "x"]"#).arguments(for: payload("a\0b")) == ["take", "x"])
    }

    @Test func itIsOfferedForItsKinds() throws {
        let all = try command(#"run = ["take"]"#)
        #expect(all.takes(payload("hello")) && all.takes(payload("https://example.org")))
        let some = try command("run = [\"take\"]\nkinds = [\"url\"]")
        #expect(!some.takes(payload("hello")) && some.takes(payload("https://example.org")))
    }
}
