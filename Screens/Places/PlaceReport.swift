import Collections
import Formats
import Surface
import Widgets

/// What is at a place: the items of its collection, by shelf or table.
package struct PlaceReport: Report {
    private let collection: String
    private let shelf: String?
    private let groups: [(shelf: String, items: [Item])]

    /// - Parameters:
    ///   - shelf: the only one whose items are shown; nil for all.
    package init(_ collection: String, _ items: [Item], shelf: String?) {
        (self.collection, self.shelf) = (collection, shelf)
        var byShelf: [String: [Item]] = [:]
        for item in items { byShelf[item["place"] ?? "", default: []].append(item) }
        let names = byShelf.keys.filter { shelf == nil || $0.lowercased() == shelf?.lowercased() }
        groups = names.sorted { ($0.isEmpty ? 1 : 0, $0) < ($1.isEmpty ? 1 : 0, $1) }.map { name in
            (name, (byShelf[name] ?? []).sorted { ($0.title, $0.code) < ($1.title, $1.code) })
        }
    }

    package var export: Effect? { .collection(.askExport(name: collection)) }
    package var change: Effect? { groups.isEmpty ? nil : .collection(.askItem(name: collection)) }

    /// A heading for each shelf, a line for each item: its name, price and note.
    package func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        guard !groups.isEmpty else {
            let place = shelf.map { "on shelf \($0.singleLine(limit: 40))" } ?? "here"
            return [TextBlock("“\(collection)” has nothing \(place).", .faint)]
        }
        var blocks: [TextBlock] = []
        for group in groups {
            if !blocks.isEmpty { blocks.append(.empty) }
            if groups.count > 1 || !group.shelf.isEmpty {
                blocks.append(TextBlock(group.shelf.isEmpty ? "No shelf" : group.shelf, .strong))
            }
            blocks += group.items.map { TextBlock(Self.line(of: $0), indent: 2) }
        }
        return blocks
    }

    /// What an item is, what it costs, and what is to be known of it: `Lamp, 12.00, scratched`.
    package static func line(of item: Item) -> String {
        let title = item.title.isEmpty ? item.code : item.title
        let quantity = item.quantity == 1 ? nil : "×\(item.quantity)"
        return [title, quantity, item["price"], item["condition"], item["note"]].compactMap { $0 }.filter {
            !$0.isEmpty
        }
        .joined(separator: ", ")
    }
}
