import ArgumentParser
import Files
import Formats
import Lookup
import Services

/// `quietzone lookup --queue`.
struct LookupQueue {
    let engine: LookupEngine
    let json: Bool

    /// Drops, asks again, or lists. Ends with status 1 where something waits.
    func run(now: Bool, drop: Bool, _ numbers: [String], wait: Double) throws {
        if drop { return try self.drop(numbers) }
        if now {
            let before = try engine.queueCount()
            try engine.retryNow()
            try LookupWaiting.drain(engine, until: .now + .seconds(wait))
            if !json { Output.line("\(before - (try engine.queueCount())) of \(before) answered") }
        }
        try list()
    }

    private func drop(_ numbers: [String]) throws {
        var known: [ProductNumber] = []
        var hasTrouble = false
        numbers.forEach { text in
            if let number = LookupNumbers.number(text) { known.append(number) } else { hasTrouble = true }
        }
        guard !hasTrouble else { throw ExitCode.trouble }
        Output.line("\(try engine.drop(numbers.isEmpty ? nil : known)) dropped")
    }

    private func list() throws {
        let queue = try engine.queue(limit: 100_000)
        for item in queue { Output.line(fromSymbol: json ? Self.object(item).text : Self.line(item)) }
        if queue.isEmpty, !json { Output.line("nothing is waiting") }
        if !queue.isEmpty { throw ExitCode.nothingRead }
    }

    private static func line(_ item: QueuedLookup) -> String {
        let due = item.due.map { "; next try \(time($0).description)" } ?? ""
        return "\(item.number.text)\t\(item.provider ?? item.only ?? "-")\t\(item.reason)\(due)"
    }

    private static func object(_ item: QueuedLookup) -> JSONValue {
        [
            "gtin": .string(item.number.text), "provider": item.provider.map { .string($0) } ?? .null,
            "asked": .string(time(item.asked).description), "reason": .string(item.reason),
            "due": item.due.map { .string(time($0).description) } ?? .null,
        ]
    }

    private static func time(_ seconds: Double) -> Timestamp { Timestamp(milliseconds: Int64(seconds * 1000)) }
}
