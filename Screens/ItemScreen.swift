import Collections
import Formats
import Surface
import Widgets

extension KeyContext {
    package static let item = KeyContext(title: "Item")
}

extension Command {
    package static let saveItem = Command("save-item")
}

/// Which item of which collection is meant.
package struct ItemKey: Sendable, Hashable {
    package var collection: String
    package var code: String
    package var bestBefore: CivilDate?

    package init(_ item: Item, in collection: String) {
        (self.collection, code, bestBefore) = (collection, item.code, item.bestBefore)
    }
}

/// One item of a collection, whose values are changed.
package struct ItemScreen: FormScreen {
    private let key: ItemKey
    private let title: String
    var form: Form

    /// A form with the item's own values; those that were looked up are placeholders.
    package init(_ item: Item, in collection: ItemCollection) {
        key = ItemKey(item, in: collection.name)
        let shown = item.title.isEmpty ? item.code : item.title
        title = SafeText.visible(shown.singleLine(limit: 200))
        let common = ["name", "quantity", "best-before", "place", "condition", "price", "note"] + collection.fields
        let rare = ["creator", "brand", "genre", "year", "format", "size", "lot", "page"]
        var seen: Set<String> = []
        func fields(_ names: [String], isRare: Bool) -> [FormField] {
            names.filter { seen.insert($0).inserted }.map { name in
                let isFixed = ["quantity", "best-before"].contains(name)
                let own = isFixed ? item[name] ?? "" : item.values[name] ?? ""
                let found = isFixed || !own.isEmpty ? "" : item[name] ?? ""
                let field = FormField.text(
                    name, label: collection.template.title(of: name), LineEditor(own.singleLine(limit: 4000)),
                    placeholder: found.isEmpty
                        ? name == "best-before" ? "e.g. 2027-01-31" : ""
                        : "looked up: " + SafeText.visible(found.singleLine(limit: 200)))
                return isRare ? field.rare() : field
            }
        }
        form = Form(
            title: title,
            fields: fields(common, isRare: false) + fields(rare, isRare: true)
                + [.check("remove", label: "Remove it")])
    }

    package var context: KeyContext { .item }

    static var useCommand: Command { .saveItem }

    mutating func formChanged() -> [Effect] { [] }

    /// Does what keys ask for.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .back: [.pop]
        case .saveItem: save()
        default: [.run(command)]
        }
    }

    /// Says below a field what is wrong with it; else saves.
    private mutating func save() -> [Effect] {
        for field in form.fields where field.isChanged && field.id != "remove" {
            do {
                var item = Item(code: key.code, added: Timestamp(milliseconds: 0))
                try FieldAssignment(field.id, form.values.text(field.id)).apply(to: &item)
            } catch {
                form.reject(field.id, because: "\(error)")
                return []
            }
        }
        return use()
    }

    func use() -> [Effect] {
        if form.values.isChecked("remove") {
            return [
                .confirm(
                    Confirmation(
                        title: "Remove “\(title)” from “\(key.collection)”?",
                        lines: [.text("The item and your values are removed.")],
                        yes: [.collection(.removeItem(key))]))
            ]
        }
        let changes = form.fields.filter { $0.isChanged && $0.id != "remove" }.compactMap { field in
            try? FieldAssignment(field.id, form.values.text(field.id))
        }
        return changes.isEmpty ? [.pop] : [.collection(.changeItem(key, changes))]
    }

    /// Gives the keys to the field that is clicked.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        _ = form.click(column: column, row: row, in: Self.area(bounds))
        return []
    }

    private static func area(_ bounds: Rect) -> Rect {
        Rect(x: 1, y: 1, width: min(76, bounds.width - 2), height: max(0, bounds.height - 3))
    }

    /// Draws the form.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        renderForm(
            into: &canvas, frame: canvas.bounds.aboveKeys, area: Self.area(canvas.bounds), facts: [],
            in: Rect(x: 0, y: 0, width: 0, height: 0), context.theme)
    }
}
