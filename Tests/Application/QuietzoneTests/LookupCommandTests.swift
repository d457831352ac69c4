import Foundation
import LoopbackServers
import Testing

/// `lookup`, `products` and `providers`, as scripts use them.
@Suite struct LookupCommandTests {
    let program: Program

    init() throws { program = try Program() }

    private func importList(_ text: String = "gtin,name,price\n4006381333931,Marker,1.49 EUR\n") async throws {
        let path = try program.file("list.csv", Array(text.utf8))
        let result = try await program.run(["products", "import", path])
        #expect(result.status == 0, "\(result.errors)")
    }

    private func settings(_ text: String) throws {
        _ = try program.file("config/quietzone/config.toml", Array(text.utf8))
    }

    @Test func aListAnswersWithoutTheNetwork() async throws {
        #expect(try await program.run(["products", "info"]).status == 1)
        try await importList()
        let info = try await program.run(["products", "info"]).output
        #expect(info.hasPrefix("list\t1 product, imported "))
        let found = try await program.run(["lookup", "4006381333931"])
        #expect(found.status == 0)
        #expect(
            found.output.hasPrefix(
                "4006381333931  Marker\n  Name         Marker\n  Price        1.49 EUR\n  Source       list, of 20"))
        let json = try await program.run(["lookup", "--json", "4006 3813-33931"]).output
        #expect(
            json.hasPrefix(#"{"gtin":"4006381333931","name":"Marker","price":"1.49 EUR","source":"list","retrieved":""#)
        )
    }

    @Test func providersThatThereAreNotAreToldOfByACheck() async throws {
        try settings("[lookup]\nproviders = [\"open-food-fact\"]\n")
        let check = try await program.run(["config", "check"])
        #expect(check.status == 2)
        #expect(check.errors.contains("[lookup] providers: there is no provider “open-food-fact”"))
    }

    /// Discogs, which gives a token for the code `right`, and knows a record.
    private func discogs() throws -> AnswerServer {
        try AnswerServer { request in
            let head = request.headers["authorization"] ?? ""
            if request.path == "/oauth/request_token" {
                guard head.contains("oauth_consumer_key=\"key\""), head.contains("oauth_callback=\"oob\"") else {
                    return .json("{}", 401)
                }
                return .status(
                    200, headers: [],
                    body: Array("oauth_token=first&oauth_token_secret=s1&oauth_callback_confirmed=true".utf8))
            }
            if request.path == "/oauth/access_token" {
                guard request.method == "POST", head.contains("oauth_verifier=\"right\""),
                    head.contains("oauth_token=\"first\"")
                else { return .json("{}", 401) }
                return .status(200, headers: [], body: Array("oauth_token=user&oauth_token_secret=s2".utf8))
            }
            guard head.contains("oauth_token=\"user\""), head.contains("oauth_signature=") else {
                return .json("{}", 401)
            }
            return .json(#"{"results":[{"title":"Queen - Jazz","year":"1978","format":["Vinyl"]}]}"#)
        }
    }

    @Test func aLoginGetsATokenThatRequestsAreSignedWith() async throws {
        let server = try discogs()
        try settings("[lookup]\nproviders = [\"discogs\"]\n[provider.discogs]\naddress = \"\(server.address)\"\n")
        let before = try await program.run(["lookup", "042284583626"])
        #expect(before.errors.contains("or run `quietzone providers login discogs`"), "\(before.errors)")
        let wrong = try await program.run(["providers", "login", "discogs"], input: Array("key\nsecret\nwrong\n".utf8))
        #expect(wrong.status == 2 && wrong.errors.contains("Discogs refused the code: log in again"), "\(wrong.errors)")
        let other = try await program.run(["providers", "login", "discogs"], input: Array("other\nsecret\n".utf8))
        #expect(other.status == 2 && other.errors.contains("refused the consumer key or its secret"), "\(other.errors)")
        let login = try await program.run(
            ["providers", "login", "discogs"], input: Array("key\nsecret\nright\n".utf8))
        #expect(login.status == 0, "\(login.errors)")
        #expect(login.output.contains("https://www.discogs.com/oauth/authorize?oauth_token=first"))
        #expect(!login.output.contains("secret"))
        let file = program.folder.path + "/data/quietzone/logins/discogs"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let found = try await program.run(["lookup", "042284583626"])
        #expect(found.status == 0 && found.output.contains("Jazz"), "\(found.errors)")
        let plain = try await program.run(
            ["providers", "login", "discogs", "--signature", "plaintext"], input: Array("key\nsecret\nright\n".utf8))
        #expect(plain.status == 0, "\(plain.errors)")
        _ = try await program.run(["lookup", "077774620420"])
        let head = try #require(server.requests.last?.headers["authorization"])
        #expect(head.contains(#"oauth_signature="secret%26s2""#), "\(head)")
        #expect(try await program.run(["providers", "login", "discogs", "--signature", "none"]).status == 2)
        #expect(try await program.run(["providers", "logout", "discogs"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try await program.run(["providers", "logout", "discogs"]).output.contains("not logged in"))
        let none = try await program.run(["providers", "login", "wikidata"], input: [])
        #expect(none.status == 2 && none.errors.contains("wikidata needs no login"))
    }

    @Test func theStatusTellsWhetherSomethingWasFound() async throws {
        try await importList()
        let missing = try await program.run(["lookup", "96385074"])
        #expect(missing.status == 1)
        #expect(missing.errors.contains("96385074: not found; no provider is switched on"))
        let wrong = try await program.run(["lookup", "4006381333932"])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("“4006381333932”: not a GTIN"))
        let both = try await program.run(["lookup", "-"], input: Array("4006381333931\r\n\n96385074\n".utf8))
        #expect(both.status == 0)
        #expect(both.output.contains("Marker"))
        #expect(try await program.run(["lookup", "--provider", "nobody", "96385074"]).status == 2)
        let off = try await program.run(["lookup", "--provider", "musicbrainz", "96385074"])
        #expect(off.status == 2)
        #expect(off.errors.contains("quietzone providers enable musicbrainz"))
    }

    @Test func rowsThatCannotBeReadAreCounted() async throws {
        let path = try program.file("list.csv", Array("gtin,name\n4006381333931,Marker\n17,\u{1B}[31m\n".utf8))
        let result = try await program.run(["products", "import", path])
        #expect(result.status == 1)
        #expect(result.output == "list: 1 product\n")
        #expect(result.errors.contains("line 3: “17” is not a GTIN"))
        #expect(result.errors.contains("1 row could not be read"))
        #expect(
            try await program.run(["products", "import", "--format", "lisst", path]).errors.contains(
                "Did you mean list?"))
        #expect(try await program.run(["products", "import", program.folder.path + "/none"]).status == 2)
    }

    @Test func whatHasChangedIsImportedAgain() async throws {
        try await importList()
        #expect(try await program.run(["products", "update"]).output == "list: its file has not changed\n")
        _ = try program.file("list.csv", Array("gtin,name\n4006381333931,Highlighter\n".utf8))
        #expect(try await program.run(["products", "update", "list"]).output == "list: 1 product\n")
        #expect(try await program.run(["lookup", "4006381333931"]).output.contains("Highlighter"))
        #expect(try await program.run(["products", "update", "nobody"]).status == 2)
    }

    @Test func aNameOfOnesOwnIsSetAndRemoved() async throws {
        try await importList()
        let picture = try program.picture("product.png", "4006381333931", as: .ean13)
        #expect(try await program.run(["watch", "--keep", "--source", picture]).status == 0)
        let named = try await program.run(["products", "name", "4006381333931", "Our\u{1B}[31m pencils"])
        #expect(named.status == 0, "\(named.errors)")
        #expect(!named.output.contains("\u{1B}") && named.output.hasSuffix(", 1 scan changed\n"), "\(named.output)")
        #expect(try await program.run(["history", "show", "1"]).output.contains("pencils"))
        #expect(try await program.run(["lookup", "4006381333931"]).output.contains("pencils"))
        let removed = try await program.run(["products", "name", "4006381333931", ""])
        #expect(removed.output == "4006381333931: your name is removed, 1 scan changed\n")
        #expect(try await program.run(["lookup", "4006381333931"]).output.contains("Marker"))
        #expect(try await program.run(["history", "show", "1"]).output.contains("Marker"))
        #expect(try await program.run(["products", "name", "17", "x"]).status == 2)
    }

    @Test func allProvidersAreOffAndSayWhatTheyWouldGet() async throws {
        let list = try await program.run(["providers"])
        #expect(list.status == 0)
        for name in ["open-food-facts", "musicbrainz", "discogs", "open-library", "wikidata", "google-books"] {
            #expect(list.output.contains("\(name)  off\n"), "\(name)")
        }
        #expect(list.output.contains("Open Food Facts gets the number of each product that is looked up"))
        let json = try await program.run(["providers", "list", "--json"]).output.split(separator: "\n")
        #expect(json.count == 6)
        #expect(json[0].hasPrefix(#"{"name":"open-food-facts","on":false,"place":null"#))
    }

    @Test func aProviderIsSwitchedOnAfterAYes() async throws {
        try settings("# mine\n[display]\nmouse = false\n")
        let asked = try await program.run(["providers", "enable", "open-library"])
        #expect(asked.status == 2)
        #expect(asked.errors.contains("needs confirmation: use --yes"))
        #expect(try await program.run(["providers"]).output.contains("open-library  off\n"))
        let yes = try await program.run(["providers", "enable", "--yes", "open-library"])
        #expect(yes.status == 0)
        #expect(yes.output.hasPrefix("Open Library gets the number"))
        #expect(yes.output.hasSuffix("open-library is on\n"))
        _ = try await program.run(["providers", "enable", "--yes", "discogs"])
        let text = try program.text("config/quietzone/config.toml")
        #expect(text.hasPrefix("# mine\n[display]\nmouse = false\n"))
        #expect(text.contains(#"providers = ["open-library", "discogs"]"#))
        let list = try await program.run(["providers"]).output
        #expect(list.contains("open-library  on\n"))
        #expect(list.contains("discogs  on, but your personal access token is missing"))
        #expect(try await program.run(["providers", "disable", "open-library"]).output == "open-library is off\n")
        #expect(try program.text("config/quietzone/config.toml").contains(#"providers = ["discogs"]"#))
        let typo = try await program.run(["providers", "enable", "--yes", "open-libary"])
        #expect(typo.status == 2)
        #expect(typo.errors.contains("Did you mean open-library?"))
    }

    @Test func aProviderIsAskedOnce() async throws {
        let server = try AnswerServer { _ in
            .json(
                #"{"product":{"product_name":"Mar\u001b[31mker","brands":"Stabilo"},"result":{"id":"product_found"}}"#)
        }
        try settings(
            """
            [lookup]
            providers = ["open-food-facts"]
            contact = "me@example.org"
            [provider.open-food-facts]
            address = "\(server.address)"
            """)
        for _ in 0..<2 {
            let found = try await program.run(["lookup", "4006381333931"])
            #expect(found.status == 0, "\(found.errors)")
            #expect(found.output.hasPrefix("4006381333931  Stabilo Mar [31mker\n"))
            #expect(found.output.contains("Source       open-food-facts, ODbL 1.0, of 20"))
        }
        #expect(server.requests.count == 1)
        #expect(server.requests.first?.headers["user-agent"] == "quietzone/0.2.0 (me@example.org)")
        #expect(try await program.run(["lookup", "--offline", "96385074"]).status == 1)
        #expect(server.requests.count == 1)
    }

    @Test func whatCannotBeAskedNowWaits() async throws {
        let server = try AnswerServer { request in
            request.number == 0
                ? .json("", 503, ["Retry-After: 3000"])
                : .json(#"{"product":{"product_name":"Marker"},"result":{"id":"product_found"}}"#)
        }
        try settings(
            """
            [lookup]
            providers = ["open-food-facts"]
            [provider.open-food-facts]
            address = "\(server.address)"
            """)
        let waits = try await program.run(["lookup", "4006381333931"])
        #expect(waits.status == 2)
        #expect(waits.errors.contains("4006381333931: waits in the queue: answer 503: too many requests"))
        let queue = try await program.run(["lookup", "--queue"])
        #expect(queue.status == 1)
        #expect(queue.output.hasPrefix("4006381333931\topen-food-facts\tanswer 503: too many requests; next try 20"))
        let json = try await program.run(["lookup", "--queue", "--json"]).output
        #expect(json.hasPrefix(#"{"gtin":"4006381333931","provider":"open-food-facts","asked":""#))
        #expect(server.requests.count == 1)
        let now = try await program.run(["lookup", "--queue", "--now"])
        #expect(now.status == 0)
        #expect(now.output == "1 of 1 answered\nnothing is waiting\n")
        #expect(try await program.run(["lookup", "4006381333931"]).status == 0)
        #expect(server.requests.count == 2)
    }

    /// On a new file of look-ups, which all of them make.
    @Test func programsThatAskAtOnceSendOneRequest() async throws {
        let server = try AnswerServer { _ in
            .json(#"{"product":{"product_name":"Marker"},"result":{"id":"product_found"}}"#)
        }
        try settings(
            """
            [lookup]
            providers = ["open-food-facts"]
            [provider.open-food-facts]
            address = "\(server.address)"
            """)
        let program = program
        try await withThrowingTaskGroup(of: Program.Result.self) { group in
            for _ in 0..<6 {
                group.addTask { try await program.run(["lookup", "--wait", "600", "4006381333931", "96385074"]) }
            }
            for try await result in group {
                #expect(result.status == 0, "\(result.errors)")
                #expect(result.output.components(separatedBy: "Name         Marker").count == 3)
            }
        }
        #expect(server.requests.count == 2)
    }

    @Test func whatWaitsCanBeDropped() async throws {
        let server = try AnswerServer { _ in .json("", 503, ["Retry-After: 3000"]) }
        try settings(
            """
            [lookup]
            providers = ["open-food-facts"]
            [provider.open-food-facts]
            address = "\(server.address)"
            """)
        _ = try await program.run(["lookup", "4006381333931", "96385074"])
        #expect(try await program.run(["lookup", "--queue", "--drop", "96385074"]).output == "1 dropped\n")
        #expect(try await program.run(["lookup", "--queue", "--drop"]).output == "1 dropped\n")
        #expect(try await program.run(["lookup", "--queue"]).output == "nothing is waiting\n")
        #expect(try await program.run(["lookup", "--drop", "96385074"]).status == 2)
    }

    @Test func settingsThatAreWrongAreSaid() async throws {
        for (text, words) in [
            ("[provider.stock]\naddress = \"https://a.example/{gtin}\"\n", "needs facts"),
            ("[provider.stock]\nfacts = { name = \"a\" }\n", "needs address"),
            (
                "[provider.stock]\naddress = \"https://a.example/{gtin}\"\nfacts = { colour = \"a\" }\n",
                "one of name, creator"
            ),
            ("[provider.discogs]\nhits = \"a\"\n", "only for your own providers"),
            ("[lookup]\nmiss-days = -1\n", "must be a whole number"),
        ] {
            try settings(text)
            let result = try await program.run(["config", "check"])
            #expect(result.status == 2)
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }
}
