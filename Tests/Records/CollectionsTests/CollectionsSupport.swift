import Files
import Formats
import Foundation
import Lookup
import TestFolders

@testable import Collections

extension TestFolder {
    /// The path of a file of collections.
    var file: String { path + "/collections.sqlite" }
}

/// 2026-11-28T05:00:00Z.
let now = Timestamp(milliseconds: 1_795_842_000_000)
let today = CivilDate(year: 2026, month: 11, day: 28)!

extension Item {
    /// An item of the code that is typed, with values of one's own.
    static func of(_ code: String, _ quantity: Int = 1, _ values: [String: String] = [:]) throws -> Item {
        let code = try ItemCode(code, today: today)
        return Item(code: code.text, bestBefore: code.bestBefore, quantity: quantity, values: values, added: now)
    }
}

extension CollectionStore {
    /// A store in the folder with one collection.
    static func with(_ name: String, _ template: CollectionTemplate, in folder: TestFolder) throws -> CollectionStore {
        let store = try CollectionStore(folder.file)
        try store.make(try ItemCollection(name, template: template))
        return store
    }
}

/// The facts of a product.
func facts(_ values: [ProductFact: String]) -> ProductFacts {
    var facts = ProductFacts()
    for (fact, text) in values { facts[fact] = text }
    return facts
}
