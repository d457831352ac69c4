import Collections
import Formats
import Lookup
import Screens
import Surface
import Testing

/// One item of a collection, in a form.
@Suite struct ItemScreenTests {
    private func item(_ values: [String: String] = ["place": "Shelf 3"]) throws -> Item {
        var item = Item(
            code: "042284292320", bestBefore: CivilDate.bestBefore("2027-01-31"), quantity: 2, values: values,
            added: Timestamp(milliseconds: 0))
        item.facts[.name] = "Pink Moon"
        item.facts[.creator] = "Nick Drake"
        return item
    }

    private func collection() throws -> ItemCollection {
        var collection = try ItemCollection("Records", template: .music)
        collection.fields = ["lender"]
        return collection
    }

    private func screen(_ values: [String: String] = ["place": "Shelf 3"]) throws -> ItemScreen {
        ItemScreen(try item(values), in: try collection())
    }

    private func type(_ text: String, _ screen: inout ItemScreen) {
        for character in text { _ = screen.type(.character(character), isBound: false) }
    }

    @Test func itIsDrawn() throws {
        var canvas = Canvas(width: 80, height: 24)
        try screen().render(into: &canvas, context: Samples.context)
        try expectGolden("item-80x24", canvas)
    }

    @Test func whatIsChangedIsSaved() throws {
        var screen = try screen()
        let key = ItemKey(try item(), in: "Records")
        #expect(screen.handle(.saveItem, model: AppModel()) == [.pop])
        type("My moon", &screen)
        _ = screen.type(.down, isBound: false)
        _ = screen.type(.control("u"), isBound: false)
        type("5", &screen)
        #expect(
            screen.handle(.saveItem, model: AppModel()) == [
                .collection(
                    .changeItem(key, [try FieldAssignment("name", "My moon"), try FieldAssignment("quantity", "5")]))
            ])
    }

    /// What was looked up is not one's own until it is typed.
    @Test func foundValuesArePlaceholders() throws {
        var canvas = Canvas(width: 80, height: 24)
        try screen(["name": "Mine"]).render(into: &canvas, context: Samples.context)
        #expect(canvas.text.contains("Mine") && !canvas.text.contains("Name              Pink Moon"))
    }

    @Test func aWrongQuantityOrDateIsSaidBelowItsField() throws {
        for (steps, text, words) in [(1, "many", "quantity must be"), (2, "31.2.27", "is not a date")] {
            var screen = try screen()
            for _ in 0..<steps { _ = screen.type(.down, isBound: false) }
            _ = screen.type(.control("u"), isBound: false)
            type(text, &screen)
            #expect(screen.handle(.saveItem, model: AppModel()) == [])
            var canvas = Canvas(width: 80, height: 24)
            screen.render(into: &canvas, context: Samples.context)
            #expect(canvas.text.contains(words))
        }
    }

    @Test func removingAsks() throws {
        var screen = try screen()
        for _ in 0..<8 { _ = screen.type(.down, isBound: false) }
        _ = screen.type(.character(" "), isBound: false)
        let effects = screen.handle(.saveItem, model: AppModel())
        guard case .screen(.confirm(let confirmation))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(confirmation.title == "Remove “Nick Drake – Pink Moon” from “Records”?")
        #expect(confirmation.yes == [.collection(.removeItem(ItemKey(try item(), in: "Records")))])
    }

    @Test func whatATextOfASymbolHoldsReachesNoTerminal() throws {
        var item = try item(["name": "A\u{1B}[31m\nB", "note": "x\u{202E}y"])
        item.facts[.brand] = "C\u{9B}D"
        var canvas = Canvas(width: 60, height: 20)
        ItemScreen(item, in: try collection()).render(into: &canvas, context: Samples.context)
        #expect(!canvas.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B || $0.value == 0x202E })
    }
}
