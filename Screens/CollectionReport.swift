import Collections
import Formats
import Surface
import Widgets

/// A collection: its items under the headings of its sections, in its order.
package struct CollectionReport: Report {
    private let collection: ItemCollection
    private let items: [Item]
    private let today: CivilDate

    /// - Parameter items: in any order.
    package init(_ collection: ItemCollection, _ items: [Item], today: CivilDate) {
        (self.collection, self.today) = (collection, today)
        self.items = ItemOrder(collection.sections + collection.order).sorted(items)
    }

    package var change: Effect? { items.isEmpty ? nil : .collection(.askItem(name: collection.name)) }

    package var export: Effect? { .collection(.askExport(name: collection.name)) }

    /// A line for each item: the date until which it is good, how many there are, what it is, where it is.
    package func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        var blocks: [TextBlock] = []
        var heading: [String]?
        for item in items {
            let values = collection.sections.map { field in
                item[field] ?? "no \(collection.template.title(of: field).lowercased())"
            }
            if values != heading, !values.isEmpty {
                if heading != nil { blocks.append(.empty) }
                blocks.append(TextBlock(values.joined(separator: " › "), .strong))
            }
            heading = values
            blocks.append(block(of: item))
        }
        return blocks.isEmpty ? [TextBlock("Nothing is in this collection yet.", .faint)] : blocks
    }

    private func block(of item: Item) -> TextBlock {
        let isExpired = item.bestBefore.map { $0 < today } ?? false
        var words = [(isExpired ? "! " : "") + (item.title.isEmpty ? item.code : item.title)]
        if item.quantity != 1 { words.append("×\(item.quantity)") }
        if let date = item.bestBefore { words.append(isExpired ? "expired \(date)" : "best before \(date)") }
        words += ["place", "condition", "price"].filter { !collection.sections.contains($0) }.compactMap { item[$0] }
        return TextBlock(words.joined(separator: "  "), isExpired ? .warning : .text, indent: 2)
    }
}

/// What a collection that is chosen is for.
package enum CollectionUse: Sendable, Hashable {
    /// Add these scans to it.
    case add(ids: [Int64])
    /// Add what is scanned from now on.
    case scan
    case show
}

/// Effects of the collection feature.
package enum CollectionEffect: FeatureEffect {
    /// Ask which collection scans are added to.
    case askAdding(ids: [Int64])
    /// Ask what to do with a collection.
    case ask(name: String)
    case use(name: String, CollectionUse)
    /// Ask for the kind and the name of a new one.
    case askNew(CollectionUse)
    case askName(template: String, CollectionUse)
    case make(name: String, template: String, CollectionUse)
    /// Scans are added to no collection any more.
    case stopScanning
    /// Ask which item to change.
    case askItem(name: String)
    /// Show the form that changes it.
    case editItem(ItemKey)
    case changeItem(ItemKey, [FieldAssignment])
    case removeItem(ItemKey)
    case askExport(name: String)
    case export(name: String, path: String, overwrite: Bool)
}

extension Effect {
    /// An effect of the collection feature.
    package static func collection(_ effect: CollectionEffect) -> Effect { .feature(effect) }
}

extension Command {
    package static let addToCollection = Command("add-to-collection")
}

/// The collection that scans are added to; nil for none.
package struct CollectionModel: ModelPart {
    package var scannedInto: String?

    package init() {}

    package var statusWords: [String] { scannedInto.map { ["into \($0)"] } ?? [] }
}

extension AppModel {
    package var collection: CollectionModel {
        get { self[CollectionModel.self] }
        set { self[CollectionModel.self] = newValue }
    }
}
