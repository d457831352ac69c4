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

    /// What is known of a product now.
    ///
    /// - Parameter seconds: how long providers are waited for; nil to ask none.
    func hit(for number: ProductNumber, waiting seconds: Double?) -> ProductHit? {
        guard let engine else { return nil }
        do {
            var answer = try engine.answer(for: number)
            if let seconds, answer.mayChange {
                if answer == .askable { try engine.ask(number) }
                answer = try LookupWaiting.answer(
                    for: number, only: nil, engine, until: .now + .seconds(seconds))
            }
            switch answer {
            case .found(let hits): return hits.first
            case .waiting(let reason) where seconds != nil:
                Output.complain("\(number.text): its name waits in the queue: \(reason)")
            default: break
            }
        } catch {
            Output.complain("\(number.text): its name cannot be looked up: \(error)")
        }
        return nil
    }

    /// The items with what has become known of products since they were added. Nobody is asked.
    static func named(_ items: [Item]) -> [Item] {
        var naming: ItemNaming?
        return items.map { item in
            guard item.facts.list.isEmpty, let number = item.number else { return item }
            let engine = naming ?? ItemNaming()
            naming = engine
            guard let hit = engine.hit(for: number, waiting: nil) else { return item }
            var named = item
            named.take(hit)
            return named
        }
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
