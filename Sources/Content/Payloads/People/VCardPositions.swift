/// Puts organisations, titles and roles of a card together: those of one property group, or, without groups, the first of each,
/// the second of each, and so on.
struct VCardPositions {
    private var positions: [(group: String, position: Contact.Position)] = []

    /// Adds a value to the first position of its group that has none there.
    mutating func add<Value: RangeReplaceableCollection>(
        _ value: Value, to part: WritableKeyPath<Contact.Position, Value>, group: String
    ) {
        guard !value.isEmpty, positions.count < 100 else { return }
        if let index = positions.firstIndex(where: { $0.group == group && $0.position[keyPath: part].isEmpty }) {
            positions[index].position[keyPath: part] = value
        } else {
            var position = Contact.Position()
            position[keyPath: part] = value
            positions.append((group, position))
        }
    }

    /// In the order of the card. A title and an organisation in different groups belong together where there is one of each.
    var all: [Contact.Position] {
        let all = positions.map(\.position)
        guard all.count == 2, positions[0].group != positions[1].group else { return all }
        var merged = all[0]
        for (part, other) in [(\Contact.Position.title, all[1].title), (\.role, all[1].role)] where !other.isEmpty {
            guard merged[keyPath: part].isEmpty else { return all }
            merged[keyPath: part] = other
        }
        guard all[0].organization.isEmpty != all[1].organization.isEmpty else { return all }
        merged.organization = all[0].organization + all[1].organization
        return [merged]
    }
}
