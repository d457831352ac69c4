import Testing

@testable import Screens

/// Which fields the Make screen asks for.
@Suite struct MakeFieldsTests {
    @Test func accountsAreAskedForOnlyWhereTheNetworkHasThem() {
        var fields = MakeFields(form: "wifi")
        let ofAccounts = ["identity", "anonymous-identity", "eap-method", "phase2-method"].map { "entry.\($0)" }
        #expect(Set(fields.all.map(\.id)).isDisjoint(with: ofAccounts))
        #expect(fields.all.contains { $0.id == "entry.password" })
        fields.enter(["security": "eap", "identity": "ana"], form: "wifi")
        #expect(Set(fields.all.map(\.id)).isSuperset(of: ofAccounts))
        fields.enter(["security": "wpa2"], form: "wifi")
        #expect(Set(fields.all.map(\.id)).isDisjoint(with: ofAccounts))
    }
}
