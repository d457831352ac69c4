import Foundation
import Testing

@testable import Delivery

@Suite struct DestinationTests {
    @Test func theSchemeIsThatOfTheAddressInLowerCase() {
        #expect(settings("HTTPS://shop.example").scheme == "https")
        #expect(settings("file:/var/log/scans").scheme == "file")
        #expect(settings("command").scheme == "command")
        #expect(settings("").scheme == "")
    }

    @Test func theKeyOfADeliveryIsItsIdentityAsAUUID() {
        #expect(item(2).key == "00000000-0000-0000-0000-000000000002")
        #expect(item(3, record: #"{"text":"a"}"#).recordWithKey == #"{"text":"a","delivery":"\#(key(3))"}"#)
    }

    @Test func everySchemeHasOneKind() {
        let schemes = DestinationKinds.all.flatMap(\.schemes)
        #expect(Set(schemes).count == schemes.count)
        #expect(schemes.allSatisfy { $0 == $0.lowercased() })
    }

    @Test(arguments: [
        (#"{"text":"a\u0000b"}"#, #"{"text":"a\ufffdb"}"#), (#"{"text":"\\u0000"}"#, #"{"text":"\\u0000"}"#),
        (#"{"text":"\\\u0000\\u0000"}"#, #"{"text":"\\\ufffd\\u0000"}"#), (#"\"#, #"\"#), ("ü\\n", "ü\\n"),
        (#"\u00000"#, #"\ufffd0"#), (#"\u000"#, #"\u000"#),
    ]) func onlyANULIsReplacedInARecord(json: String, expected: String) {
        #expect(PostgreSQLDestination.withoutNULs(json) == expected)
    }

    @Test func rowsOfADatabaseAreNumberedInTheirOrderAndNeverAsThoseOfEarlierVersions() {
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        let items = [item(7, queued: time), item(8, queued: time), item(1, queued: time + 0.001)]
        let numbers = items.map(PostgreSQLDestination.sequence)
        #expect(numbers == [1_700_000_000_000 << 19 | 7, 1_700_000_000_000 << 19 | 8, 1_700_000_000_001 << 19 | 1])
        #expect(PostgreSQLDestination.sequence(of: item(1, queued: .distantPast)) == 1)
        #expect(PostgreSQLDestination.sequence(of: item(0, queued: .distantFuture)) == 0xFFF_FFFF_FFFF << 19)
    }

    @Test(.enabled(if: Installed.libpq, "libpq is not installed")) func aDatabaseThatIsNotThereMayPass() throws {
        let destination = try PostgreSQLDestination(settings("postgresql://127.0.0.1:1/x"), DeliveryOrigin("o"))
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(!failure.isPermanent && !failure.description.isEmpty)
    }
}
