import Lookup
import Payloads
import Surface
import Symbols
import Widgets

/// What is known of products that were scanned or asked for.
package struct LookupModel: ModelPart {
    /// By their numbers, those of this run.
    private var answers: [ProductNumber: LookupAnswer] = [:]
    /// How many numbers wait to be looked up.
    package var waiting = 0

    /// The most answers that are kept; beyond that all are dropped, and looked up again when needed.
    private static let maximumAnswers = 2000

    package init() {}

    package var statusWords: [String] { waiting == 0 ? [] : ["\(waiting) to look up"] }

    /// What is known of a product; nil if nobody has asked.
    package subscript(number: ProductNumber) -> LookupAnswer? {
        get { answers[number] }
        set {
            if answers.count >= Self.maximumAnswers { answers = [:] }
            answers[number] = newValue
        }
    }

    /// What sources know of a product; none if they know nothing.
    package func hits(_ number: ProductNumber) -> [ProductHit] {
        if case .found(let hits)? = answers[number] { hits } else { [] }
    }
}

/// Effects of the look-up feature.
package enum LookupEffect: FeatureEffect {
    /// Look a product up; ask who may be asked, where nobody may be yet.
    case ask(ProductNumber)
    /// Show what is known of a product without asking anybody.
    case recall(ProductNumber)
    /// Ask which of several products it is.
    case askWhich(ProductNumber)
    /// It is the product with this title.
    case choose(ProductNumber, title: String)
    /// Ask whether its picture may be fetched, and from where.
    case askCover(ProductNumber)
    /// Fetch and show it.
    case showCover(ProductNumber)
    /// Ask for a name of the user's own.
    case askName(ProductNumber)
    /// The same for the product of a scan.
    case askNameOfScan(id: Int64)
    /// Name it so; an empty text takes the name away.
    case name(ProductNumber, String)
    /// Ask whether a provider may be asked, and say what it gets.
    case askEnabling(provider: String, ProductNumber?)
    /// The provider is asked no more.
    case disable(provider: String)
    /// The user has said yes to a provider.
    case enable(provider: String, ProductNumber?)
    /// Look the number that waits up now.
    case retry(ProductNumber)
    /// Take it out of the queue.
    case drop(ProductNumber)
}

extension Effect {
    /// An effect of the look-up feature.
    package static func lookup(_ effect: LookupEffect) -> Effect { .feature(effect) }
}

extension AppModel {
    package var lookup: LookupModel {
        get { self[LookupModel.self] }
        set { self[LookupModel.self] = newValue }
    }
}

extension ProductHit {
    /// Its page as what a symbol would say; nil if none is known.
    var page: Payload? { facts[.page].map { Payload.parse(SymbolContent(symbology: .qrCode, text: $0)) } }
}

/// A product on the screen of its scan.
extension LookupModel {
    /// What is known of it, a block for each fact, below a heading; what can be done where nothing is known.
    func blocks(_ number: ProductNumber, labelWidth: Int) -> [TextBlock] {
        let words: String
        switch answers[number] {
        case .found(let hits)?:
            guard let hit = hits.first else { return [] }
            let which = hits.count > 1 ? "  (1 of \(hits.count))" : ""
            return [.empty, TextBlock("Looked up\(which)", .strong)]
                + hit.rows.map { row in
                    var block = TextBlock(row.text, label: row.title, labelWidth: labelWidth, maximumLines: 40)
                    if row.text == hit.facts[.page], hit.page?.harmlessAddress == row.text { block.link = row.text }
                    return block
                }
        case .waiting(let reason)?: words = "waiting to be looked up: \(reason)"
        case .notFound(let failures)?:
            words = failures.isEmpty ? "not found" : "not found (\(failures.joined(separator: "; ")))"
        case .askable?, .notAsked?, nil: return []
        }
        return [.empty, TextBlock("Looked up", .strong), TextBlock(words, .faint, maximumLines: 10)]
    }
}

extension Command {
    package static let nameProduct = Command("name-product")
}
