import Config
import Files
import Formats
import LoopbackServers
import Synchronization
import TestFolders
import Testing
import Web

@testable import Inventory

/// A server of this machine, and what it is asked.
@Suite struct InventoryEngineTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Answers without a network, one after the other; then always the last one.
    private final class FakeWeb: WebFetching {
        typealias Answer = Result<WebAnswer, WebError>
        let answers: Mutex<[Answer]>
        let requests = Mutex<[WebRequest]>([])

        init(_ answers: [Answer]) { self.answers = Mutex(answers) }

        func fetch(_ request: WebRequest, within _: WebReach) throws(WebError) -> WebAnswer {
            requests.withLock { $0.append(request) }
            return try answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
        }

        /// `POST https://host/path body`.
        var sent: [String] {
            requests.withLock {
                $0.map { request in
                    let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
                    return "\(request.method) \(request.address.dropFirst("https://stock.example".count))\(body)"
                }
            }
        }
    }

    private func engine(
        _ profile: String, _ answers: [FakeWeb.Answer], values: [String: String] = [:],
        now: @escaping @Sendable () -> Double = { 1_800_000_000 }
    ) throws -> (InventoryEngine, FakeWeb) {
        let text = try #require(InventoryProfile.texts.first { $0.name == profile }).text
        var settings = InventorySettings("home")
        (settings.address, settings.values) = ("https://stock.example", values)
        settings.secretFile = try folder.file("key", "word\n")
        let server = try InventoryServer(
            settings, try InventoryProfile(profile, toml: text), userAgent: "quietzone/1")
        let web = FakeWeb(answers)
        let store = try InventoryStore(folder.path + "/inventory.sqlite")
        return (
            InventoryEngine(
                server, store: store, lockFolder: folder.path, web: web, now: now, random: { 1 }), web
        )
    }

    private static func json(_ text: String, _ status: Int = 200, _ headers: [String: String] = [:]) -> FakeWeb.Answer {
        .success(WebAnswer(status: status, headers: headers, body: Array(text.utf8)))
    }

    private static let milk = json(#"{"product":{"id":13,"name":"Milk"},"stock_amount":3}"#)

    /// Does the first act of the queue.
    private func done(_ engine: InventoryEngine) throws -> InventoryAct {
        let progress = try engine.step()
        guard case .finished(let act) = progress else { throw UserError("\(progress)") }
        return act
    }

    // MARK: - Requests

    @Test func aProductIsConsumedAndBroughtBack() throws {
        let (engine, web) = try engine(
            "grocy", [Self.json(#"[{"id":71,"amount":-1},{"id":72,"amount":-1}]"#), Self.milk, Self.json("", 204)])
        let act = try engine.add("consume", code: "400 638/1333931", quantity: "2", values: [:])
        let end = try done(engine)
        #expect(end.id == act.id && end.state == .done)
        #expect(end.outcome == "Milk, now 3")
        #expect(try engine.step() == .idle)
        let undo = try #require(try engine.undo(act.id))
        #expect(try done(engine).id == undo.id)
        #expect(try engine.store.act(act.id)?.state == .undone)
        #expect(throws: UserError.self) { try engine.undo(act.id) }
        let product = "/api/stock/products/by-barcode/400%20638%2F1333931"
        #expect(
            web.sent == [
                #"POST \#(product)/consume {"amount":2,"transaction_type":"consume","spoiled":false}"#,
                "GET \(product)", "POST /api/stock/bookings/72/undo ", "POST /api/stock/bookings/71/undo ",
            ])
        let first = web.requests.withLock { $0[0] }
        #expect(first.secretHeaders == ["GROCY-API-KEY: word"])
        #expect(first.headers.contains("Content-Type: application/json"))
    }

    @Test func valuesComeFromTheSettingsAndTheUser() throws {
        let (engine, web) = try engine("grocy", [Self.json("[]"), Self.milk], values: ["location": "4", "other": "x"])
        _ = try engine.add("add", code: "A\"\\\u{1B}", quantity: "0.5", values: ["best-before": "2027-01-31"])
        #expect(try done(engine).state == .done)
        #expect(
            web.sent[0]
                == #"POST /api/stock/products/by-barcode/A%22%5C%1B/add {"amount":0.5,"best_before_date":"2027-01-31","#
                + #""price":null,"location_id":4,"transaction_type":"purchase"}"#)
        for (action, code, quantity, values) in [
            ("transfer", "A", "1", ["from": "1"]), ("add", "A", "1", ["spoilt": "1"]), ("add", "A", "-1", [:]),
            ("add", "A", "1e9", [:]), ("eat", "A", "1", [:]), ("add", "", "1", [:]), ("add", "A", "1,5", [:]),
        ] {
            #expect(throws: UserError.self) { try engine.add(action, code: code, quantity: quantity, values: values) }
        }
        _ = try engine.add("transfer", code: "A", quantity: "1", values: ["from": "1", "to": "second"])
        let wrong = try done(engine)
        #expect(wrong.state == .failed && wrong.reason == "to must be a number, not “second”")
        #expect(web.sent.count == 2)
    }

    @Test(arguments: [
        ("web+spoolman:s-17", "17"), ("https://spool.example/spool/show/8", "8"), ("web+spoolman:f-17", nil),
        ("web+spoolman:s-", nil), ("web+spoolman:s-1/../2", nil),
    ])
    func codesOfAServerHaveTheirForm(code: String, id: String?) throws {
        let answer = Self.json(#"{"filament":{"name":"PLA black"},"remaining_weight":412.5}"#)
        let (engine, web) = try engine("spoolman", [answer])
        guard let id else {
            #expect(throws: UserError.self) { try engine.add("use", code: code, quantity: "12", values: [:]) }
            return
        }
        let act = try engine.add("use", code: code, quantity: "12.5", values: [:])
        #expect(try done(engine).outcome == "PLA black, now 412.5")
        _ = try engine.undo(act.id)
        #expect(try done(engine).state == .done)
        #expect(
            web.sent == [
                #"PUT /api/v1/spool/\#(id)/use {"use_weight":12.5}"#,
                #"PUT /api/v1/spool/\#(id)/use {"use_weight":-12.5}"#,
            ])
    }

    @Test func anErrorWithTheStatusOfSuccessIsOne() throws {
        let (engine, web) = try engine(
            "snipe-it",
            [
                Self.json(#"{"status":"error","messages":"Asset does not exist.","payload":null}"#),
                Self.json(#"{"id":9,"name":"","model":{"name":"Laptop"}}"#),
                Self.json(#"{"status":"error","messages":"That asset is already checked in."}"#),
            ])
        for code in ["https://assets.example/ht/A-1", "A-1"] {
            _ = try engine.add("check-in", code: code, quantity: "1", values: [:])
        }
        let unknown = try done(engine)
        #expect(unknown.state == .unknown && unknown.reason == "Asset does not exist.")
        guard case .waiting(let seconds) = try engine.step() else {
            Issue.record("the limit of 120 requests a minute")
            return
        }
        #expect(seconds == 0.5)
        #expect(web.sent == ["GET /api/v1/hardware/bytag/A-1"])
    }

    // MARK: - Answers

    @Test(arguments: [
        (json(#"{"error_message":"No product with barcode A found"}"#, 400), InventoryAct.State.unknown),
        (json(#"{"error_message":"Amount to be consumed cannot be > current stock amount"}"#, 400), .failed),
        (json("<html>", 500), .doubtful), (json("", 302, ["location": "https://elsewhere.example/"]), .failed),
        (.failure(.unreachable("Timeout was reached")), .doubtful), (.failure(.tooLarge), .doubtful),
        (.failure(.stopped), .doubtful),
    ])
    private func anActIsFinishedBy(answer: FakeWeb.Answer, state: InventoryAct.State) throws {
        let (engine, web) = try engine("grocy", [answer])
        _ = try engine.add("consume", code: "A", quantity: "1", values: [:])
        #expect(try done(engine).state == state)
        // It is sent once only.
        #expect(try engine.step() == .idle)
        #expect(web.sent.count == 1)
    }

    @Test(arguments: [
        (json("", 429, ["retry-after": "7"]), 7.0), (json("", 503), 1), (json("", 401), 60), (json("", 403), 60),
        (.failure(.notSent("Could not connect to server")), 1), (.failure(.noLibrary), 60),
    ])
    private func anActWaitsAfter(answer: FakeWeb.Answer, seconds: Double) throws {
        let clock = Mutex(1_800_000_000.0)
        let (engine, web) = try engine(
            "grocy", [answer, Self.json("[]"), Self.milk], now: { clock.withLock { $0 } })
        let act = try engine.add("consume", code: "A", quantity: "1", values: [:])
        #expect(try engine.step() == .waiting(seconds: seconds))
        #expect(try engine.store.act(act.id)?.state == .waiting)
        guard case .waiting = try engine.step() else {
            Issue.record("the pause")
            return
        }
        #expect(web.sent.count == 1)
        clock.withLock { $0 += seconds }
        #expect(try done(engine).state == .done)
    }

    @Test func whatIsOnlyAskedIsAskedAgain() throws {
        let (engine, _) = try engine("grocy", [.failure(.unreachable("reset")), Self.milk])
        _ = try engine.add("show", code: "A", quantity: "1", values: [:])
        #expect(try engine.step() == .waiting(seconds: 1))
    }

    @Test func aServerThatKnowsRepeatedRequestsGetsThemAgain() throws {
        let clock = Mutex(1_800_000_000.0)
        let (engine, web) = try engine(
            "post-json", [.failure(.unreachable("reset")), Self.json(#"{"message":"ok"}"#)],
            now: { clock.withLock { $0 } })
        let act = try engine.add("post", code: "A", quantity: "1", values: [:])
        #expect(try engine.step() == .waiting(seconds: 1))
        clock.withLock { $0 += 1 }
        #expect(try done(engine).outcome == "A, ok")
        let keys = web.requests.withLock { $0.map { $0.headers.filter { $0.hasPrefix("Idempotency-Key: ") } } }
        #expect(keys == [["Idempotency-Key: \(act.key)"], ["Idempotency-Key: \(act.key)"]])
        #expect(web.sent[0] == #"POST  {"code":"A","quantity":1,"place":null,"note":null}"#)
    }

    @Test func aFailureAfterTheActDoesNotChangeIt() throws {
        let (engine, _) = try engine("grocy", [Self.json(#"[{"id":1}]"#), .failure(.unreachable("reset"))])
        let act = try engine.add("consume", code: "A", quantity: "1", values: [:])
        #expect(try done(engine).state == .done)
        #expect(try engine.store.act(act.id)?.taken["booking"] == ["1"])
    }

    // MARK: - The queue

    @Test func whatWasBeingSentWhenTheProgramEndedIsDoubtful() throws {
        let (first, _) = try engine("grocy", [Self.milk])
        let act = try first.add("consume", code: "A", quantity: "1", values: [:])
        let later = try first.add("consume", code: "B", quantity: "1", values: [:])
        _ = try first.store.change(act.id, from: [.waiting]) { $0.state = .sending }
        let (second, web) = try engine("grocy", [Self.json("[]"), Self.milk])
        // It is reported, and not sent; the queue goes on.
        let interrupted = try done(second)
        #expect(interrupted.id == act.id && interrupted.state == .doubtful)
        #expect(web.sent.isEmpty)
        #expect(try done(second).id == later.id)
        #expect(web.sent.count == 2)
        #expect(try second.store.act(act.id)?.state == .doubtful)
        #expect(try second.store.counts() == [.doubtful: 1])
        // The user has looked: it was not done.
        #expect(try second.retry(act.id))
        #expect(try done(second).id == act.id)
        #expect(!(try second.drop(act.id)))
    }

    /// A full disk after the server has answered, for example.
    @Test func anOutcomeThatWasNotRecordedIsNotSentAgain() throws {
        let (engine, web) = try engine("grocy", [Self.json("[]"), Self.milk])
        #expect(try engine.step() == .idle)
        let act = try engine.add("consume", code: "A", quantity: "1", values: [:])
        _ = try engine.store.change(act.id, from: [.waiting]) { $0.state = .sending }
        #expect(try done(engine).state == .doubtful)
        #expect(try engine.step() == .idle)
        #expect(web.sent.isEmpty)
    }

    @Test func anUndoThatStopsHalfwayGoesOnThere() throws {
        let clock = Mutex(1_800_000_000.0)
        let (engine, web) = try engine(
            "grocy",
            [
                Self.json(#"[{"id":71},{"id":72},{"id":73}]"#), Self.milk, Self.json("", 204),
                .failure(.unreachable("reset")), Self.json("", 204),
            ], now: { clock.withLock { $0 } })
        let act = try engine.add("consume", code: "A", quantity: "3", values: [:])
        _ = try done(engine)
        let undo = try #require(try engine.undo(act.id))
        let half = try done(engine)
        #expect(half.state == .doubtful && half.reason == "only 1 of 3 bookings are undone")
        #expect(try engine.store.act(act.id)?.state == .done)
        #expect(try engine.retry(undo.id))
        #expect(try done(engine).state == .done)
        #expect(try engine.store.act(act.id)?.state == .undone)
        #expect(
            web.sent.suffix(4) == [73, 72, 72, 71].map { "POST /api/stock/bookings/\($0)/undo " }, "\(web.sent)")
    }

    /// Nothing in place of an amount would set it to nothing.
    @Test func whatAnAnswerLacksIsNotSentAsNothing() throws {
        let (engine, web) = try engine("grocy", [Self.json(#"{"product":{"name":"Milk"}}"#)])
        _ = try engine.add("consume-all", code: "A", quantity: "1", values: [:])
        let end = try done(engine)
        #expect(end.state == .failed && end.reason == "nothing is known of {before}, which the next request needs")
        #expect(web.sent.count == 1)
    }

    @Test func oldActsAreForgotten() throws {
        let clock = Mutex(1_800_000_000.0)
        let (engine, _) = try engine(
            "grocy", [Self.milk, .failure(.unreachable("reset"))], now: { clock.withLock { $0 } })
        let shown = try engine.add("show", code: "A", quantity: "1", values: [:])
        _ = try done(engine)
        let doubtful = try engine.add("consume", code: "B", quantity: "1", values: [:])
        #expect(try done(engine).state == .doubtful)
        clock.withLock { $0 += (InventoryStore.keptDays + 1) * 86_400 }
        _ = try engine.add("show", code: "C", quantity: "1", values: [:])
        #expect(try engine.store.act(shown.id) == nil)
        #expect(try engine.store.act(doubtful.id) != nil)
    }

    @Test func oneProgramOfSeveralSends() throws {
        let (first, _) = try engine("grocy", [Self.milk])
        let (second, web) = try engine("grocy", [Self.milk])
        #expect(try first.step() == .idle)
        _ = try second.add("show", code: "A", quantity: "1", values: [:])
        guard case .waiting = try second.step() else {
            Issue.record("both send")
            return
        }
        #expect(web.sent.isEmpty)
        first.release()
        #expect(try done(second).state == .done)
    }

    @Test func whatWaitsIsDroppedByUndo() throws {
        let (engine, web) = try engine("grocy", [Self.milk])
        let act = try engine.add("consume", code: "A", quantity: "1", values: [:])
        #expect(try engine.undo(act.id) == nil)
        #expect(try engine.step() == .idle)
        #expect(web.sent.isEmpty)
        #expect(try engine.store.act(act.id)?.state == .dropped)
    }

    @Test func withoutItsSecretNothingIsSent() throws {
        let (engine, web) = try engine("grocy", [Self.milk])
        _ = try folder.file("key", "")
        let act = try engine.add("show", code: "A", quantity: "1", values: [:])
        #expect(try engine.step() == .waiting(seconds: 60))
        #expect(try engine.store.act(act.id)?.reason?.contains("contains no secret") == true)
        #expect(web.sent.isEmpty)
    }
}
