import LoopbackServers
import Testing
import Web

@Suite struct WebClientTests {
    static let hasLibcurl: Bool = {
        let reach = WebReach(base: WebOrigin("http://127.0.0.1:1")!)
        do throws(WebError) {
            _ = try WebClient().fetch(WebRequest(address: "http://127.0.0.1:1/"), within: reach)
        } catch {
            return error != .noLibrary
        }
        return true
    }()

    @Test(arguments: [
        ("https://a.example", "https://a.example", true), ("https://a.example", "https://b.example", true),
        ("https://a.example", "https://c.example", false), ("https://a.example", "http://a.example", false),
        ("https://a.example", "https://b.example:8443", false), ("https://a.example", "https://A.example:443", true),
        ("http://plain.example", "http://plain.example", true),
        ("http://plain.example", "http://plain.example:81", false),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080", true),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8081", false),
        ("http://127.0.0.1:8080", "http://localhost:8080", false), ("https://a.example", "http://b.example", false),
        ("https://a.example", "https://x.y.below.example", true), ("https://a.example", "https://below.example", false),
        ("https://a.example", "https://notbelow.example", false),
        ("https://a.example", "http://x.below.example", false),
    ])
    func requestsStayWithTheirServer(base: String, other: String, isAllowed: Bool) throws {
        let reach = WebReach(
            base: try #require(WebOrigin(base)), hosts: ["b.example", ".below.example"], plainHosts: ["plain.example"])
        #expect(reach.allows(try #require(WebOrigin(other))) == isAllowed)
    }

    @Test(arguments: [
        "https://user@a.example", "https://user:word@a.example/", "file:///a", "a.example", "https://", "ftp://a",
    ])
    func otherAddressesHaveNoOrigin(address: String) { #expect(WebOrigin(address) == nil) }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.1.2.3", true), ("127.0.0.1.evil.example", false), ("128.0.0.1", false),
        ("localhost", true), ("localhost.example", false), ("127.0.0", false), ("127.0.0.300", false),
    ])
    func loopbackIsThisMachineAlone(host: String, isLoopback: Bool) throws {
        #expect(try #require(WebOrigin("http://\(host)/")).isLoopback == isLoopback)
    }

    @Test(.enabled(if: WebClientTests.hasLibcurl)) func aRequestUnderWayIsEnded() throws {
        let client = WebClient()
        let server = try AnswerServer { _ in
            client.stop()
            return .silence
        }
        let reach = WebReach(base: try #require(WebOrigin(server.address)))
        var request = WebRequest(address: server.address + "/")
        request.seconds = 120
        #expect(throws: WebError.stopped) { try client.fetch(request, within: reach) }
        #expect(throws: WebError.stopped) { try client.fetch(request, within: reach) }
        #expect(server.requests.count == 1)
    }

    @Test(.enabled(if: WebClientTests.hasLibcurl)) func secretsStayWithTheirOrigin() throws {
        let other = try AnswerServer { _ in .json("{}") }
        let server = try AnswerServer { _ in .json("", 302, ["Location: \(other.address)/"]) }
        let base = try #require(WebOrigin(server.address))
        var request = WebRequest(address: server.address, headers: ["Accept: a"])
        request.secretHeaders = ["X-Key: secret"]
        #expect(throws: WebError.elsewhere("127.0.0.1")) {
            try WebClient().fetch(request, within: WebReach(base: base))
        }
        #expect(server.requests.first?.headers["x-key"] == "secret")
        #expect(other.requests.isEmpty)
    }

    @Test(.enabled(if: WebClientTests.hasLibcurl), arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func bodiesAreSentByTheirMethod(method: String) throws {
        let server = try AnswerServer { _ in .json("{}", 302, ["Location: /elsewhere"]) }
        var request = WebRequest(address: server.address + "/a", headers: ["Content-Type: application/json"])
        (request.method, request.body) = (method, Array("{\"a\":\"\u{00E9}\"}".utf8))
        let reach = WebReach(base: try #require(WebOrigin(server.address)))
        // What changes something is not sent on to another place.
        #expect(try WebClient().fetch(request, within: reach).status == 302)
        request.body = []
        #expect(try WebClient().fetch(request, within: reach).status == 302)
        #expect(server.requests.map(\.method) == [method, method])
        #expect(server.requests.map(\.body) == [Array("{\"a\":\"\u{00E9}\"}".utf8), []])
    }

    /// Only then it is certain that the server has not seen the request.
    @Test(.enabled(if: WebClientTests.hasLibcurl)) func aServerThatCannotBeReachedIsToldFromOneThatDoesNotAnswer()
        throws
    {
        let gone = try #require(WebOrigin("http://127.0.0.1:1"))
        #expect {
            try WebClient().fetch(WebRequest(address: "http://127.0.0.1:1/"), within: WebReach(base: gone))
        } throws: { error in
            if case .notSent? = error as? WebError { true } else { false }
        }
        // A connection without a handshake: the request itself never goes out.
        let silent = try AnswerServer { _ in .silence }
        let address = silent.address.replacing("http://", with: "https://")
        var request = WebRequest(address: address)
        request.seconds = 1
        #expect {
            try WebClient().fetch(request, within: WebReach(base: try #require(WebOrigin(address))))
        } throws: { error in
            if case .notSent? = error as? WebError { true } else { false }
        }
        let server = try AnswerServer { _ in .nothing }
        #expect {
            try WebClient().fetch(
                WebRequest(address: server.address), within: WebReach(base: try #require(WebOrigin(server.address))))
        } throws: { error in
            if case .unreachable? = error as? WebError { true } else { false }
        }
    }
}
