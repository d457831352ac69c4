import Foundation
import Frames
import Testing

@testable import Capture

@Suite struct PhoneTests {
    private func message(_ work: () throws(SourceError) -> Void) -> String? {
        do {
            try work()
            return nil
        } catch {
            return error.description
        }
    }

    @Test func aSourceNamesAnAddressAndAPort() throws {
        #expect(try SourceSpec("phone") == .phone(PhoneBinding()))
        #expect(try SourceSpec("phone:10.0.0.7") == .phone(PhoneBinding(address: "10.0.0.7")))
        #expect(try SourceSpec("phone:10.0.0.7:8443") == .phone(PhoneBinding(address: "10.0.0.7", port: 8443)))
        #expect(try SourceSpec("phone::8443") == .phone(PhoneBinding(port: 8443)))
        #expect(try SourceSpec("phone:[fd00::7]:8443") == .phone(PhoneBinding(address: "fd00::7", port: 8443)))
        #expect(try PhoneBinding(address: "FD00:0::0007").address == "fd00::7", "a browser asks for it like this")
        for source in ["phone", "phone:10.0.0.7", "phone:10.0.0.7:8443", "phone::8443", "phone:[fd00::7]"] {
            #expect(try PhoneBinding(source: source)?.source == source)
        }
        #expect(try PhoneBinding(source: "phones") == nil)
    }

    @Test(arguments: [
        "phone:0.0.0.0", "phone:[::]", "phone:255.255.255.255", "phone:224.0.0.1", "phone:[ff02::1]", "phone:[fe80::1]",
        "phone:example.org", "phone:10.0.0.7:", "phone:10.0.0.7:65536", "phone:10.0.0.7:-1", "phone:10.0.0.7:x",
        "phone:[fd00::7",
        "phone:eth0", "phone:10.0.0.7 ",
    ])
    func onlyOneAddressIsTaken(source: String) {
        let line = message { () throws(SourceError) in _ = try SourceSpec(source) }
        #expect(line?.contains("\n") == false)
    }

    private func route(_ interface: String, metric: Int, destination: String = "00000000", mask: String = "00000000")
        -> String
    {
        "\(interface)\t\(destination)\t0101A8C0\t0003\t0\t0\t\(metric)\t\(mask)\t0\t0\t0\n"
    }

    private func network(_ interfaces: [(String, String)], _ routes: String...) -> LocalNetwork {
        LocalNetwork(
            interfaces: interfaces.map { LocalNetwork.Interface(name: $0.0, address: $0.1) },
            routes: "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n" + routes.joined())
    }

    @Test func theAddressIsThatOfTheDefaultRoute() throws {
        let both = [("eth0", "192.168.1.5"), ("docker0", "172.17.0.1"), ("wlan0", "10.0.0.7")]
        #expect(
            try network(
                both, route("eth0", metric: 100), route("docker0", metric: 0, destination: "000011AC", mask: "0000FFFF")
            )
            .address() == "192.168.1.5")
        #expect(try network(both, route("eth0", metric: 600), route("wlan0", metric: 100)).address() == "10.0.0.7")
        // A tunnel that has the default route is no network of the phone.
        #expect(try network(both, route("wg0", metric: 0), route("wlan0", metric: 100)).address() == "10.0.0.7")
    }

    @Test func whereSeveralOrNoneIsMeantTheUserIsAsked() {
        let both = [("eth0", "192.168.1.5"), ("wlan0", "10.0.0.7")]
        let cases: [(LocalNetwork, [String])] = [
            (network(both, route("eth0", metric: 100), route("wlan0", metric: 100)), ["192.168.1.5", "10.0.0.7"]),
            (network(both), ["192.168.1.5", "10.0.0.7"]),
            (
                network([("eth0", "192.168.1.5"), ("eth0", "192.168.1.6")], route("eth0", metric: 0)),
                ["192.168.1.5", "192.168.1.6"]
            ),
            (network([]), []),
            // An address of the internet is never taken unasked.
            (network([("eth0", "203.0.113.5")], route("eth0", metric: 0)), []),
        ]
        for (network, named) in cases {
            let line = message { () throws(SourceError) in _ = try network.address() } ?? ""
            #expect(line.contains("--bind") && !line.contains("\n") && !line.contains("203.0.113.5"))
            for address in named { #expect(line.contains(address)) }
        }
    }

    @Test func privateAddressesAreKnown() {
        for text in ["10.0.0.1", "172.16.0.1", "172.31.255.1", "192.168.0.1"] {
            #expect(IPAddress(text)?.isPrivate == true)
        }
        for text in ["172.32.0.1", "192.169.0.1", "8.8.8.8", "127.0.0.1", "100.64.0.1", "fd00::1"] {
            #expect(IPAddress(text)?.isPrivate == false)
        }
        #expect(IPAddress("10.0.0.1/8") == nil && IPAddress("") == nil && IPAddress("10.1") == nil)
    }

    @Test func eachTokenIsAnother() {
        let tokens = Set((0..<1000).map { _ in PhoneLink.newToken() })
        #expect(tokens.count == 1000)
        for token in tokens {
            #expect(token.utf8.count == 22)
            #expect(
                token.utf8.allSatisfy {
                    UInt8(ascii: "0")...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || $0 == 45 || $0 == 95
                })
        }
    }

    @Test func thePageRefersToNothingElse() throws {
        let page = PhonePage.standard
        let document = page.start + page.end
        for reference in [
            "http:", "https:", "src=", "href=", "url(", "@import", "import(", "{visit}", "onclick", "style=",
        ] {
            #expect(!document.contains(reference), "\(reference)")
        }
        #expect(page.start.hasSuffix("data-visit=\"") && page.end.hasSuffix("</html>\n"))
        #expect(!page.policy.contains("unsafe") && page.policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        // The digests are of what stands between the tags (openssl: of an empty text 47DEQpj8…).
        let small = PhonePage("<style></style><body data-visit=\"{visit}\"><script>abc</script>")
        #expect(small.policy.contains("style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"))
        #expect(small.policy.contains("script-src 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"))
    }

    @Test func aServerInvitesAndStops() throws {
        guard let link = try? PhoneLink(PhoneBinding(address: "127.0.0.1")) else { return }
        let recorder = try Recorder()
        let stopped = DispatchQueue.global()
        stopped.asyncAfter(deadline: .now() + 0.2) { recorder.stop.ring() }
        try recorder.run(PhoneSource(link))
        let invitation = link.invitation
        #expect(recorder.reported == [.invitation(invitation)])
        #expect(invitation.address.hasPrefix("https://127.0.0.1:") && !invitation.address.contains(":0/"))
        #expect(invitation.fingerprintLines.count == 4 && invitation.fingerprint.count == 32)
        #expect(link.isNamed(in: invitation.address) && !link.isNamed(in: "https://127.0.0.1"))
        // Opened again it is where it was.
        let again = try Recorder()
        stopped.asyncAfter(deadline: .now() + 0.1) { again.stop.ring() }
        try again.run(PhoneSource(link))
        #expect(again.reported == [.invitation(invitation)])
    }

    @Test func anAddressOfAnotherMachineIsRefused() throws {
        guard let link = try? PhoneLink(PhoneBinding(address: "192.0.2.1")) else { return }
        let recorder = try Recorder()
        let line = message { () throws(SourceError) in try recorder.run(PhoneSource(link)) }
        #expect(line?.contains("192.0.2.1") == true)
        #expect(recorder.reported.isEmpty)
    }
}
