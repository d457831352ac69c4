import History

extension CheckListProgress {
    /// Compares a check-list with the items of a collection, in units: lines in the order of the list, and behind them what is not on
    /// it. Codes of the same product are the same, however they are written; items with different best-before dates are counted together.
    package init(_ list: [ExpectedItem], of items: [Item]) {
        var counted: [String: (quantity: Int, title: String)] = [:]
        for item in items {
            let there = counted[item.code]
            counted[item.code] = ((there?.quantity ?? 0) + item.quantity, there?.title ?? item.title)
        }
        var expected: [ExpectedItem] = []
        var places: [String: Int] = [:]
        for item in list {
            let code = (try? ItemCode(item.text))?.text ?? item.text
            if let place = places[code] {
                expected[place].quantity += item.quantity
                continue
            }
            places[code] = expected.count
            let label = item.label.isEmpty ? counted[code]?.title ?? "" : item.label
            expected.append(ExpectedItem(text: code, label: label, quantity: item.quantity))
        }
        var surplus: [Line] = []
        var seen = Set(places.keys)
        for item in items where seen.insert(item.code).inserted {
            guard let there = counted[item.code], there.quantity > 0 else { continue }
            let other = ExpectedItem(text: item.code, label: there.title, quantity: 0)
            surplus.append(Line(item: other, scanned: there.quantity))
        }
        self.init(lines: expected.map { Line(item: $0, scanned: counted[$0.text]?.quantity ?? 0) } + surplus)
    }
}
