import Delivery
import Foundation
@testable import History
import Testing

@testable import Services

/// Scans that are given to a program of the user's, here the shell.
@Suite struct CommandDestinationTests {
    private func destination(
        _ script: String, _ arguments: [String] = [], seconds: Int = 600
    ) throws -> any Destination {
        var settings = DestinationSettings("shop")
        settings.address = "command"
        settings.arguments = ["/bin/sh", "-c", script, "sh"] + arguments
        settings.seconds = seconds
        return try CommandDestination.kind.make(settings, DeliveryOrigin("o"))
    }

    private func item(_ record: String, id: Int64 = 1) -> OutboxItem {
        OutboxItem(
            id: id, identity: Data(count: 15) + [UInt8(id)], destination: "shop", scan: id, record: record,
            queued: Date(), tries: 0, problem: nil, isDead: false
        )
    }

    private func failure(_ script: String, _ record: String = "{}", seconds: Int = 600) throws -> DeliveryError? {
        let destination = try destination(script, ["{text}"], seconds: seconds)
        do throws(DeliveryError) {
            _ = try destination.deliver([item(record)])
            return nil
        } catch {
            return error
        }
    }

    @Test func theScanIsALineOfJSONOnItsInput() throws {
        let answer = try destination("cat").deliver([item(#"{"text":"a"}"#, id: 3)])
        #expect(answer == #"{"text":"a","delivery":"00000000-0000-0000-0000-000000000003"}"#)
    }

    @Test func argumentsAreFilledAndNoShellReadsThem() throws {
        let record = #"{"text":"$HOME `id` \"'","symbology":"qr-code","source":"cam","time":"t"}"#
        let script = #"printf '%s|' "$@"; echo"#
        let arguments = ["{text}", "{symbology}:{source}", "{key}", "{time}{session}", "{other}", "{", "{text", "a}b"]
        let answer = try destination(script, arguments).deliver([item(record)])
        #expect(answer == #"$HOME `id` "'|qr-code:cam|00000000-0000-0000-0000-000000000001|t|{other}|{|{text|a}b|"#)
    }

    @Test func bracesInAContentAreNoPlaceholders() throws {
        let record = #"{"text":"{source}{key}{text}","source":"secret"}"#
        let answer = try destination(#"printf '%s\n' "$1""#, ["{text}"]).deliver([item(record)])
        #expect(answer == "{source}{key}{text}")
    }

    @Test(arguments: [["{text}"], ["./{symbology}", "x"], [""], []]) func aPlaceholderIsNeverTheProgram(run: [String]) {
        var settings = DestinationSettings("shop")
        settings.address = "command"
        settings.arguments = run
        #expect(throws: DeliveryError.self) { try CommandDestination.kind.make(settings, DeliveryOrigin("o")) }
    }

    @Test func theLastLineIsTheAnswerAndSilenceIsNone() throws {
        #expect(try destination("echo one; echo two").deliver([item("{}")]) == "two")
        #expect(try destination(":").deliver([item("{}")]) == nil)
        #expect(try destination("printf %0300d 0").deliver([item("{}")])?.count == 200)
    }

    @Test func whateverItEndsWithIsTriedAgain() throws {
        #expect(try failure("echo no >&2; exit 75") == DeliveryError("/bin/sh failed (75): no"))
        #expect(try failure("exit 1") == DeliveryError("/bin/sh failed (1)"))
        #expect(try failure("kill -9 $$") == DeliveryError("/bin/sh failed"))
        #expect(try failure("sleep 3600", seconds: 1) == DeliveryError("/bin/sh was stopped after 1 s"))
    }

    @Test func aContentThatNoArgumentCanHoldIsNotTriedAgain() throws {
        let failure = try failure(":", #"{"text":"a\u0000b"}"#)
        #expect(failure == DeliveryError("the content contains a NUL, which arguments cannot hold", isPermanent: true))
    }

    @Test func aProgramThatIsNotThereIsSaid() throws {
        var settings = DestinationSettings("shop")
        settings.arguments = ["/nowhere/program"]
        let destination = try CommandDestination.kind.make(settings, DeliveryOrigin("o"))
        #expect { try destination.deliver([item("{}")]) } throws: { error in
            (error as? DeliveryError)?.isPermanent == false && "\(error)".contains("/nowhere/program")
        }
    }
}
