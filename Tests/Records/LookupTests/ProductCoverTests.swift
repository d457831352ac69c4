import Files
import Synchronization
import Testing
import Web

@testable import Lookup

/// Covers are fetched from where their address says, and nowhere else.
@Suite struct ProductCoverTests {
    private func cover(_ address: String) -> ProductCover? {
        var facts = ProductFacts()
        facts[.cover] = address
        return ProductCover(facts)
    }

    @Test(arguments: [
        (
            "https://images.openfoodfacts.org/a.jpg", "https://images.openfoodfacts.org/a.jpg",
            "images.openfoodfacts.org"
        ),
        // Google Books has addresses without TLS, and answers with it.
        ("http://books.google.com/a?id=1", "https://books.google.com/a?id=1", "books.google.com"),
        ("http://Books.Google.com/a", "https://Books.Google.com/a", "books.google.com"),
        ("http://127.0.0.1:8080/a.png", "http://127.0.0.1:8080/a.png", "127.0.0.1:8080"),
    ])
    func addressesAreAskedByTLS(address: String, asked: String, server: String) throws {
        let cover = try #require(self.cover(address))
        #expect(cover.address == asked)
        #expect(cover.server == server)
    }

    @Test(arguments: [
        "", "ftp://a.example/a", "file:///etc/passwd", "https://user:word@a.example/", "http://a.example:81/",
    ])
    func otherAddressesAreNotCovers(address: String) { #expect(cover(address) == nil) }

    @Test func theRequestIsBoundedAndNamesTheProgram() throws {
        let web = FakeWeb(ManualClock()) { _, _ in .success(WebAnswer(status: 200, body: [1, 2, 3])) }
        let bytes = try #require(self.cover("https://covers.openlibrary.org/b/id/1-M.jpg"))
            .fetch(version: "quietzone 0.1.0", by: web)
        #expect(bytes == [1, 2, 3])
        let request = try #require(web.requests.first).request
        #expect(web.requests.count == 1)
        #expect(request.userAgent == "quietzone/0.1.0")
        #expect((request.method, request.maximumBytes, request.seconds) == ("GET", 1 << 20, 20))
        #expect(request.secretHeaders.isEmpty && request.body == nil)
    }

    /// Of the Cover Art Archive and Open Library the pictures are at the Internet Archive.
    @Test func redirectsLeadToKnownHosts() throws {
        final class Reaches: WebFetching {
            let all = Mutex<[WebReach]>([])
            func fetch(_ request: WebRequest, within reach: WebReach) throws(WebError) -> WebAnswer {
                all.withLock { $0.append(reach) }
                return WebAnswer(status: 200)
            }
        }
        let reaches = Reaches()
        for host in ["coverartarchive.org", "covers.openlibrary.org", "images.openfoodfacts.org"] {
            _ = try #require(self.cover("https://\(host)/a")).fetch(version: "", by: reaches)
        }
        let archive = try #require(WebOrigin("https://ia800.us.archive.org/a.jpg"))
        let other = try #require(WebOrigin("https://archive.org.example/a.jpg"))
        #expect(reaches.all.withLock { $0.map { $0.allows(archive) } } == [true, true, false])
        #expect(reaches.all.withLock { $0.map { $0.allows(other) } } == [false, false, false])
    }

    @Test(
        arguments: [
            (.success(WebAnswer(status: 404)), "a.example does not have it"),
            (.success(WebAnswer(status: 500)), "a.example: answer 500"),
            (.failure(.tooLarge), "a.example: its answer is longer than 1 MiB"),
            (.failure(.elsewhere("b.example")), "a.example: it redirects to b.example, which is not allowed"),
            (.failure(.unreachable("Timeout was reached")), "a.example: Timeout was reached"),
        ] as [(Result<WebAnswer, WebError>, String)])
    func failuresAreOneLine(answer: Result<WebAnswer, WebError>, words: String) throws {
        let web = FakeWeb(ManualClock()) { _, _ in answer }
        let cover = try #require(self.cover("https://a.example/a.jpg"))
        let error = #expect(throws: UserError.self) { try cover.fetch(version: "", by: web) }
        #expect(error?.description == words)
    }
}
