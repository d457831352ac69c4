import Collections
import Foundation
import Formats
import Screens
import Services
import Surface

/// Items of collections are changed and removed.
extension CollectionFeature {
    /// The most items that are listed.
    private static var maximumListed: Int { 5000 }

    /// Asks which item to change.
    func askItem(of name: String) {
        let items = namedItems(of: name)
        withStore(for: .reading) { store in
            let collection = try store.collection(name)
            let items = ItemOrder(collection.sections + collection.order).sorted(try items(store))
            return items.prefix(Self.maximumListed).map { item in
                let date = item.bestBefore.map { "best before \($0)" }
                let details = [item.title.isEmpty ? nil : item.code, "×\(item.quantity)", date, item["place"]]
                let title = item.title.isEmpty ? item.code : item.title
                return (title, details.compactMap { $0 }.joined(separator: ", "), ItemKey(item, in: name))
            }
        } then: { [self] (found: [(title: String, detail: String, key: ItemKey)]) in
            let options = found.enumerated().map { index, item in
                Pick.Option(
                    "\(index)", SafeText.visible(item.title.singleLine(limit: 100)),
                    detail: SafeText.visible(item.detail.singleLine(limit: 100)))
            }
            pick("Change which item?", options) { id in
                Int(id).map { [.collection(.editItem(found[$0].key))] } ?? []
            }
        }
    }

    /// Shows the form that changes it.
    func edit(_ key: ItemKey) {
        let items = namedItems(of: key.collection)
        withStore(for: .reading) { store in
            (
                try store.collection(key.collection),
                try items(store).first { $0.code == key.code && $0.bestBefore == key.bestBefore }
            )
        } then: { [self] collection, item in
            guard let item else { return warn("The item is not in “\(key.collection)” any more") }
            display.push(ItemScreen(item, in: collection))
        }
    }

    /// Changes fields of it, all or none.
    func change(_ key: ItemKey, _ changes: [FieldAssignment]) {
        withStore { store in
            try store.change(key.code, bestBefore: .some(key.bestBefore), in: key.collection) { item in
                for change in changes { try change.apply(to: &item) }
                item.changed = Timestamp(Date())
            }
        } then: { [self] _ in
            finishEditing(key, "Changed")
        }
    }

    /// Removes it with all its units.
    func remove(_ key: ItemKey) {
        withStore { store in
            try store.remove(
                key.code, bestBefore: .some(key.bestBefore), from: key.collection, at: Timestamp(Date()))
        } then: { [self] _ in
            finishEditing(key, "Removed")
        }
    }

    /// Goes back to the collection, which shows what has become of the item.
    private func finishEditing(_ key: ItemKey, _ words: String) {
        if display.stack.context == .item { display.stack.pop() }
        show(Notice(words))
        if display.stack.context == .report { showItems(of: key.collection, replaces: true) }
    }
}
