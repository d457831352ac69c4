import Foundation
import GRDB
import LoopbackServers
import Testing

/// `inventory`, as scripts use it.
@Suite struct InventoryCommandTests {
    let program: Program

    init() throws { program = try Program() }

    private func settings(_ address: String, _ profile: String = "grocy") throws {
        let key = try program.file("key", Array("word\n".utf8))
        let text = """
            [inventory.home]
            profile = "\(profile)"
            address = "\(address)"
            secret-file = "\(key)"
            """
        _ = try program.file("config/quietzone/config.toml", Array(text.utf8))
    }

    /// Grocy with milk, which it books.
    private func grocy() throws -> AnswerServer {
        try AnswerServer { request in
            guard request.headers["grocy-api-key"] == "word" else { return .json("{}", 401) }
            if request.path.contains("unknown") {
                return .json(#"{"error_message":"No product with barcode unknown found"}"#, 400)
            }
            if request.path.hasSuffix("/undo") { return .status(204, headers: [], body: []) }
            if request.method == "POST" { return .json(#"[{"id":\#(request.number)}]"#) }
            return .json(#"{"product":{"name":"Milk \u001b[31m"},"stock_amount":2}"#)
        }
    }

    @Test func codesActOnAServerAndAreUndone() async throws {
        let server = try grocy()
        try settings(server.address)
        let list = try await program.run(["inventory"])
        #expect(list.status == 0 && list.output.contains("home: Grocy, \(server.address)"), "\(list.errors)")
        #expect(list.output.contains("transfer  Transfer to another location  --set from=…  --set to=…"))
        let act = try await program.run(
            ["inventory", "act", "home", "consume", "-"], input: Array("4006381333931\nunknown\n".utf8))
        #expect(act.status == 1)
        #expect(act.output.hasPrefix("1\thome\tconsume\tMilk "), "\(act.output)\(act.errors)")
        #expect(!act.output.contains("\u{1B}"))
        #expect(act.output.contains("2\thome\tconsume\tunknown: not known there: No product with barcode"))
        // What changes nothing is not what is undone.
        #expect(try await program.run(["inventory", "act", "home", "show", "4006381333931"]).status == 0)
        let undo = try await program.run(["inventory", "undo", "--json"])
        #expect(undo.status == 0 && undo.output.contains(#""action":"consume""#), "\(undo.errors)")
        #expect(server.requests.last?.path == "/api/stock/bookings/0/undo")
        #expect(try await program.run(["inventory", "queue"]).status == 0)
        #expect(try await program.run(["inventory", "undo"]).status == 2)
    }

    @Test func whatCannotBeSentWaits() async throws {
        let server = try grocy()
        try settings("http://127.0.0.1:1")
        let act = try await program.run(["inventory", "act", "home", "add", "A", "-n", "3", "--wait", "0"])
        #expect(act.status == 2)
        let queue = try await program.run(["inventory", "queue"])
        #expect(queue.status == 1 && queue.output.contains("1\thome\tadd ×3\tA: waiting"), "\(queue.output)")
        try settings(server.address)
        #expect(try await program.run(["inventory", "queue", "--send"]).status == 0)
        let body = try #require(server.requests.first?.body)
        #expect(body.starts(with: #"{"amount":3,"#.utf8))
        #expect(server.requests.count { $0.method == "POST" } == 1)
    }

    @Test func whatMayHaveBeenDoneIsInDoubt() async throws {
        let server = try AnswerServer { _ in .nothing }
        try settings(server.address)
        let act = try await program.run(["inventory", "act", "home", "consume", "A"])
        #expect(act.status == 2 && act.output.contains("A: in doubt: no answer"), "\(act.output)")
        #expect(try await program.run(["inventory", "queue", "--send"]).status == 1)
        #expect(server.requests.count == 1)
        #expect(try await program.run(["inventory", "queue", "--drop", "1"]).status == 0)
        #expect(try await program.run(["inventory", "queue", "--drop", "1"]).status == 2)
    }

    /// The act is the only one, so that nothing else waits.
    @Test func whatAKilledProgramWasSendingIsInDoubt() async throws {
        let server = try grocy()
        try settings("http://127.0.0.1:1")
        _ = try await program.run(["inventory", "act", "home", "add", "A", "--wait", "0"])
        let store = try DatabaseQueue(path: program.folder.path + "/data/quietzone/inventory.sqlite")
        try await store.write { try $0.execute(sql: "UPDATE act SET state = 'sending'") }
        try store.close()
        try settings(server.address)
        let sent = try await program.run(["inventory", "queue", "--send"])
        #expect(sent.status == 1 && sent.output.contains("A: in doubt"), "\(sent.output)\(sent.errors)")
        #expect(!server.requests.contains { $0.method == "POST" })
    }

    @Test func dangerousActsAreConfirmed() async throws {
        let server = try grocy()
        try settings(server.address)
        let asked = try await program.run(["inventory", "act", "home", "consume-all", "A"])
        #expect(asked.status == 2 && asked.errors.contains("--yes"))
        #expect(server.requests.isEmpty)
        #expect(try await program.run(["inventory", "act", "home", "consume-all", "A", "--yes"]).status == 0)
    }

    @Test func wrongNamesAreOneLine() async throws {
        try settings("http://127.0.0.1:1")
        for (arguments, words) in [
            (["act", "work", "add", "A"], "there is no inventory server “work”: use home"),
            (["act", "home", "eat", "A"], "Grocy has no action “eat”"),
            (["act", "home", "transfer", "A"], "transfer needs from"),
            (["act", "home", "add", "A", "--set", "x"], "use --set FIELD=VALUE"),
            (["profiles", "nothing"], "there is no inventory profile “nothing”"),
            (["profiles", "../config"], "there is no inventory profile"), (["undo", "7"], "there is no request 7"),
        ] {
            let result = try await program.run(["inventory"] + arguments)
            #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
        }
        #expect(try await program.run(["inventory", "profiles", "grocy"]).output.hasPrefix("# Grocy"))
    }

    @Test func settingsThatAreWrongAreReported() async throws {
        for (address, profile, words) in [
            ("stock.example", "grocy", "is not a web address"),
            ("https://stock.example", "grosy", "there is no inventory profile “grosy”"),
        ] {
            try settings(address, profile)
            let check = try await program.run(["config", "check"])
            #expect(check.status == 2 && check.errors.contains(words), "\(check.errors)")
        }
    }

    @Test func aProfileOfTheUsersOwnIsTaken() async throws {
        let server = try AnswerServer { _ in .json(#"{"message":"stored"}"#) }
        try settings(server.address + "/scans", "mine")
        let profile = """
            title = "Mine"
            [[action]]
            name = "store"
            steps = [{ send = "PUT /{code}", form = { amount = "{quantity}" }, take = { message = "message" } }]
            """
        _ = try program.file("config/quietzone/inventory/mine.toml", Array(profile.utf8))
        let act = try await program.run(["inventory", "act", "home", "store", "a b"])
        #expect(act.output == "1\thome\tstore\ta b, stored\n", "\(act.errors)")
        #expect(server.requests.first?.path == "/scans/a%20b")
        #expect(server.requests.first?.body == Array("amount=1".utf8))
        #expect(try await program.run(["inventory", "profiles"]).output.hasPrefix("mine\tyour own: "))
        // One that cannot be read is not that of the program of the same name.
        for bytes in [[0xFF], [UInt8](repeating: 0x23, count: 300_000)] as [[UInt8]] {
            _ = try program.file("config/quietzone/inventory/grocy.toml", bytes)
            let wrong = try await program.run(["inventory", "profiles", "grocy"])
            #expect(wrong.status == 2 && wrong.errors.contains("grocy.toml is "), "\(wrong.errors)")
        }
    }
}
