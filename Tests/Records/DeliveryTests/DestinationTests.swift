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

    @Test func aDeliveryIsToldFromAllOthers() {
        let keys = ["a", "b"].flatMap { origin in [1, 2].map { DeliveryOrigin(origin).key(of: item($0)) } }
        #expect(keys == ["a-1", "a-2", "b-1", "b-2"])
    }

    @Test func everySchemeHasOneKind() {
        let schemes = DestinationKinds.all.flatMap(\.schemes)
        #expect(Set(schemes).count == schemes.count)
        #expect(schemes.allSatisfy { $0 == $0.lowercased() })
    }

    @Test(.enabled(if: Installed.libpq, "libpq is not installed")) func aDatabaseThatIsNotThereMayPass() throws {
        let destination = try PostgreSQLDestination(settings("postgresql://127.0.0.1:1/x"), DeliveryOrigin("o"))
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(!failure.isPermanent && !failure.description.isEmpty)
    }
}
