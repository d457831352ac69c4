import Collections
import Config
import Files
import Lookup
import Services

/// Names products of a collection: offline, by earlier answers, and where that is asked for by the providers that are on.
struct ItemNaming {
    private let engine: LookupEngine?

    /// Reports what cannot be used; items stay without names then.
    init() {
        do {
            engine = try Lookups.engine(Settings.load())
        } catch {
            Output.complain("names are not looked up: \(error)")
            engine = nil
        }
    }

    /// The facts that are known of a product now. Reports why there are none.
    ///
    /// - Parameter seconds: how long providers are waited for; nil to ask none.
    func hit(for number: ProductNumber, waiting seconds: Double?) -> ProductHit? {
        do {
            return try find(number, waiting: seconds)
        } catch {
            Output.complain("\(number.text): its name cannot be looked up: \(error)")
            return nil
        }
    }

    private func find(_ number: ProductNumber, waiting seconds: Double?) throws -> ProductHit? {
        guard let engine else { return nil }
        var answer = try engine.answer(for: number)
        if let seconds, answer.mayChange {
            if answer == .askable { try engine.ask(number) }
            answer = try LookupWaiting.answer(for: number, only: nil, engine, until: .now + .seconds(seconds))
        }
        switch answer {
        case .found(let hits): return hits.first
        case .waiting(let reason) where seconds != nil:
            Output.complain("\(number.text): its name is queued: \(reason)")
            return nil
        default: return nil
        }
    }

    /// The items with the names that have become known since they were added. Nobody is asked.
    static func named(_ items: [Item]) -> [Item] {
        guard items.contains(where: { $0.facts.list.isEmpty && $0.number != nil }) else { return items }
        let naming = ItemNaming()
        var named = items
        do {
            for (index, item) in items.enumerated() where item.facts.list.isEmpty {
                guard let number = item.number, let hit = try naming.find(number, waiting: nil) else { continue }
                named[index].take(hit)
            }
        } catch {
            Output.complain("names cannot be looked up: \(error)")
        }
        return named
    }
}

extension LookupAnswer {
    /// Whether asking providers may bring another answer.
    fileprivate var mayChange: Bool {
        switch self {
        case .askable, .waiting: true
        case .found, .notFound, .notAsked: false
        }
    }
}
