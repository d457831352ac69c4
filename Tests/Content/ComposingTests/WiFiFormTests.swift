import Testing

@testable import Composing

struct WiFiFormTests {
    @Test(arguments: [
        (["ssid": "Bistro", "password": "espresso!"], "WIFI:T:WPA;S:Bistro;P:espresso!;;"),
        (["ssid": "Bistro", "security": "none"], "WIFI:T:nopass;S:Bistro;;"),
        (
            ["ssid": "a;b,c:d\"e\\f", "password": "x\\;y:z\",0", "hidden": "yes"],
            #"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:x\\\;y\:z\"\,0;H:true;;"#
        ),
        // All hexadecimal digits: quoted.
        (["ssid": "CAFE", "password": "12345678"], #"WIFI:T:WPA;S:"CAFE";P:12345678;;"#),
        (["ssid": "BEE", "password": "12345678", "security": "wpa3"], "WIFI:T:SAE;S:BEE;P:12345678;;"),
        (
            [
                "ssid": "Uni", "password": "pw", "security": "eap", "identity": "ada", "eap-method": "TTLS",
                "phase2-method": "PAP", "anonymous-identity": "anon",
            ],
            "WIFI:T:WPA2-EAP;S:Uni;P:pw;E:TTLS;PH2:PAP;A:anon;I:ada;;"
        ),
    ])
    func writesTheFormat(_ values: [String: String], _ text: String) throws {
        #expect(try compose("wifi", values).text == text)
    }

    @Test(arguments: [
        (["password": "12345678"], "ssid"), (["ssid": "a"], "password"),
        (["ssid": "a", "password": "1234567"], "password"),
        (["ssid": "a", "password": String(repeating: "z", count: 64)], "password"),
        (["ssid": "a", "password": "x", "security": "none"], "password"),
        (["ssid": "a", "password": "123456", "security": "wep"], "password"),
        (["ssid": String(repeating: "ä", count: 17), "security": "none"], "ssid"),
        (["ssid": "a\nb", "security": "none"], "ssid"),
        (["ssid": "a", "password": "12345678", "identity": "x"], "identity"),
        (["ssid": "a", "password": "12345678", "security": "rot13"], "security"),
        (["ssid": "a", "password": "12345678", "hidden": "perhaps"], "hidden"),
    ])
    func refusesInALine(_ values: [String: String], _ field: String) throws {
        let problem = try #require(refusal("wifi", values))
        #expect(problem.field == field)
        #expect(!problem.reason.contains { $0.isNewline })
    }
}
