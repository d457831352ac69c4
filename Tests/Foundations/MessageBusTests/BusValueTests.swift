import MessageBus
import Testing

/// Values of D-Bus without a bus.
@Suite struct BusValueTests {
    @Test func signaturesFollowTheirTypes() {
        #expect(BusValue.options(["a": .bytes([1])]).signature == "a{sv}")
        #expect(BusValue.structure([.byte(1), .array([.path("/")], of: "o")]).signature == "(yao)")
        #expect(BusValue.dictionary([], key: "o", value: "a{sa{sv}}").signature == "a{oa{sa{sv}}}")
    }

    @Test func valuesAreReadThroughVariants() {
        let value = BusValue.options(["A": .variant(.int16(-5)), "B": .uint64(.max), "C": .bytes([1, 2])])
        #expect(value["A"]?.integer == -5)
        #expect(value["B"]?.integer == nil && value["B"]?.string == nil)
        #expect(value["C"]?.bytes == [1, 2] && value["C"]?.elements?.count == 2)
        #expect(value["D"] == nil && value.double == nil && value.bool == nil)
    }

    @Test func errorsSayWhatTheyAre() {
        let denied = BusError(.refused(name: "org.freedesktop.DBus.Error.AccessDenied", text: "no"))
        #expect(denied.isAccessDenied && !denied.isServiceMissing && denied.description == "no")
        let missing = BusError(.refused(name: "org.freedesktop.DBus.Error.ServiceUnknown", text: ""))
        #expect(missing.isServiceMissing && missing.description == "org.freedesktop.DBus.Error.ServiceUnknown")
    }
}
