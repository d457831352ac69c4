import Collections
import Encoding
import Files
import Printing

extension LabelSource {
    /// The items of a collection, in its order: the fields are those of its items, and `title` a line that says what an item is.
    ///
    /// - Parameter named: adds names that have become known since.
    /// - Throws: `UserError` where there is no such collection, or it cannot be read.
    package static func collection(
        _ name: String, in store: CollectionStore, named: ([Item]) -> [Item] = { $0 }
    ) throws(UserError) -> LabelSource {
        let collection = try store.collection(name)
        let items = ItemOrder(collection.sections + collection.order).sorted(
            named(try store.items(of: collection.name)))
        var fields = ItemField.fixed + ["title"] + ItemField.known
        var known = Set(fields)
        for field in collection.fields + items.flatMap(\.fields) where known.insert(field).inserted {
            fields.append(field)
        }
        return LabelSource(fields: fields) { take in
            for item in items {
                let row = LabelRow(place: "item \(UserError.shown(item.code))", code: .text(item.code)) { field in
                    field == "title" ? item.title : item[field]
                }
                try take(row)
            }
        }
    }
}
