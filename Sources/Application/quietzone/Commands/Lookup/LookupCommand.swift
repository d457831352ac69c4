import ArgumentParser
import Config
import Files
import Formats
import Glibc
import Lookup
import Services

struct LookupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Look up products by their numbers.",
        discussion: """
            Numbers are GTINs (EAN, UPC) and ISBNs, with or without spaces and hyphens. The indexes of `quietzone \
            products import` answer first, then earlier answers, then the providers that are on (`quietzone \
            providers`). Numbers that cannot be looked up now wait in a queue for the next look-up.

              quietzone lookup 4006381333931
              quietzone watch | quietzone lookup --json -
              quietzone lookup --queue

            Exit status: 0 a product was found, 1 no product was found, 2 an error occurred, such as a wrong check digit, or an answer is \
            pending.
            """)

    @Flag(help: "Print a JSON object for each product.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Ask only this index or provider; `quietzone products info` and `quietzone providers` list them.",
            valueName: "NAME"))
    var provider: String?

    @Flag(help: "Do not ask any provider: use indexes and earlier answers only.")
    var offline = false

    @Option(help: ArgumentHelp("How long to wait for providers, in seconds.", valueName: "S"))
    var wait = 30.0

    @Flag(help: "List numbers that wait for an answer, and why.")
    var queue = false

    @Flag(help: "With --queue: ask again now, without waiting after failures.")
    var now = false

    @Flag(help: "With --queue: drop the given numbers, or all.")
    var drop = false

    @Argument(help: ArgumentHelp("Numbers, or - for standard input, one per line.", valueName: "GTIN"))
    var numbers: [String] = []

    func validate() throws {
        guard 0...86400 ~= wait else { throw ValidationError("--wait must be a number of seconds up to 86400") }
        guard !queue else {
            if now, drop { throw ValidationError("use either --now or --drop") }
            if !numbers.isEmpty, !drop { throw ValidationError("numbers with --queue require --drop") }
            if offline || provider != nil {
                throw ValidationError("--offline and --provider do not work with --queue")
            }
            return
        }
        guard !now, !drop else { throw ValidationError("--now and --drop require --queue") }
        guard !numbers.isEmpty || isatty(STDIN_FILENO) == 0 else {
            throw ValidationError("no number: use one, or - for standard input")
        }
    }

    func run() throws {
        let settings = Settings.load()
        let engine = try Lookups.engine(settings)
        engine.providers.problems.forEach { Output.complain($0) }
        if queue { return try LookupQueue(engine: engine, json: json).run(now: now, drop: drop, numbers, wait: wait) }
        let products = OfflineProducts(in: Paths.products)
        products.problems.forEach { Output.complain($0) }
        var outcome = LookupOutcome(hasTrouble: !products.problems.isEmpty)
        if let provider { try check(provider, engine, products) }
        let patience = ContinuousClock.now + .seconds(wait)
        try LookupNumbers.forEach(numbers) { text in
            guard let number = LookupNumbers.number(text) else {
                outcome.hasTrouble = true
                return
            }
            var answer = try engine.answer(for: number, only: provider)
            if !offline {
                if answer == .askable { try engine.ask(number, only: provider) }
                answer = try LookupWaiting.answer(for: number, only: provider, engine, until: patience)
            }
            outcome.take(answer, for: number, json: json, engine)
        }
        if let code = outcome.exitCode { throw code }
    }

    /// - Throws: `UserError` if there is no index or provider of that name, or the provider is off.
    private func check(_ name: String, _ engine: LookupEngine, _ products: OfflineProducts) throws {
        if products.indexes.contains(where: { $0.name == name }) { return }
        guard engine.providers.named(name) != nil else {
            let names = products.indexes.map(\.name) + engine.providers.all.map(\.name)
            let hint = NameMatching.closest(to: name, in: names).map { "Did you mean \($0)? " } ?? ""
            throw UserError(
                "there is no provider or index \(UserError.quoted(name)). \(hint)`quietzone providers` lists providers")
        }
        guard offline || engine.providers.on.contains(where: { $0.name == name }) else {
            throw UserError("\(name) is off: `quietzone providers enable \(name)` switches it on")
        }
    }
}

/// What came of the numbers of a command.
struct LookupOutcome {
    var hasFound = false
    var hasTrouble = false
    private var isFirst = true

    init(hasTrouble: Bool = false) { self.hasTrouble = hasTrouble }

    /// Prints an answer: products, or a line on standard error.
    mutating func take(_ answer: LookupAnswer, for number: ProductNumber, json: Bool, _ engine: LookupEngine) {
        switch answer {
        case .found(let hits):
            LookupPrinting.print(hits, json: json, isFirst: isFirst)
            (hasFound, isFirst) = (true, false)
        case .notFound(let failures):
            Output.complain(
                "\(number.text): not found" + (failures.isEmpty ? "" : " (\(failures.joined(separator: "; ")))"))
            if !failures.isEmpty { hasTrouble = true }
        case .waiting(let reason):
            Output.complain("\(number.text): waits in the queue: \(reason)")
            hasTrouble = true
        case .askable: Output.complain("\(number.text): not found; no provider was asked")
        case .notAsked:
            let reason =
                !number.kind.isKnownElsewhere
                ? "it is a store's own number, which only your own list can identify"
                : engine.providers.on.isEmpty
                    ? "no provider is switched on: `quietzone providers` lists them"
                    : "no provider that is on supports such numbers"
            Output.complain("\(number.text): not found; \(reason)")
        }
    }

    /// Nil where all went well.
    var exitCode: ExitCode? { hasTrouble ? .trouble : hasFound ? nil : .nothingRead }
}

/// The numbers that a command is given.
enum LookupNumbers {
    /// Calls `body` with each argument, and instead of `-` with each line of standard input as it comes.
    static func forEach(_ arguments: [String], _ body: (String) throws -> Void) throws {
        for argument in arguments.isEmpty ? ["-"] : arguments {
            guard argument == "-" else {
                try body(argument)
                continue
            }
            var records = try InputRecords("-", .lines)
            while let record = try records.next() {
                let line = String(decoding: record[...].trimmed, as: UTF8.self)
                if !line.isEmpty { try body(line) }
            }
        }
    }

    /// The number that `text` is; complains where it is none.
    static func number(_ text: String) -> ProductNumber? {
        if let number = ProductNumber(typed: text) { return number }
        Output.complain(
            "\(UserError.quoted(text)): not a GTIN of 8, 12, 13 or 14 digits nor an ISBN, or its check digit is wrong")
        return nil
    }
}

/// Products as the command line shows them.
enum LookupPrinting {
    /// Prints hits of one number: objects, or a title and lines of facts, a blank line between products.
    static func print(_ hits: [ProductHit], json: Bool, isFirst: Bool) {
        for (place, hit) in hits.enumerated() {
            if json {
                Output.line(fromSymbol: hit.json.text)
                continue
            }
            if place > 0 || !isFirst { Output.line("") }
            let which = hits.count > 1 ? " (\(place + 1) of \(hits.count))" : ""
            Output.line(fromSymbol: "\(hit.number.text)  \(hit.title)\(which)")
            for line in hit.lines { Output.line(fromSymbol: "  " + line) }
        }
    }
}

/// Steps of the queue while a command waits.
enum LookupWaiting {
    /// What is known of a number once it is answered, or at `end`. What waits before it in the queue is asked on the way.
    static func answer(
        for number: ProductNumber, only: String?, _ engine: LookupEngine, until end: ContinuousClock.Instant
    ) throws -> LookupAnswer {
        while true {
            let answer = try engine.answer(for: number, only: only)
            guard case .waiting = answer, ContinuousClock.now < end else { return answer }
            guard try step(engine, until: end) else { return try engine.answer(for: number, only: only) }
        }
    }

    /// Steps until nothing can be asked any more before `end`.
    static func drain(_ engine: LookupEngine, until end: ContinuousClock.Instant) throws {
        while ContinuousClock.now < end, try step(engine, until: end) {}
    }

    /// One step, and the pause that it asks for; false if that would last beyond `end`.
    private static func step(_ engine: LookupEngine, until end: ContinuousClock.Instant) throws -> Bool {
        switch try engine.step() {
        case .finished, .asked: return true
        case .idle: return false
        case .waiting(let seconds):
            guard ContinuousClock.now + .seconds(seconds) < end else { return false }
            usleep(UInt32(min(seconds, 60) * 1_000_000))
            return true
        }
    }
}
