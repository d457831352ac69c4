extension GS1Message {
    /// What is wrong with it first, in a few words: a value, elements that are missing or must not be there, an unknown identifier; nil
    /// where nothing is. Symbols are made of such alone.
    package var problem: String? {
        if let element = elements.first(where: { !$0.problems.isEmpty }) {
            let name = element.identifier.isEmpty ? element.label : "(\(element.identifier)) \(element.label)"
            return "\(name): \(element.problems.joined(separator: ", ")): correct it"
        }
        guard let warning = warnings.first else { return nil }
        return warning.message.hasSuffix(".") ? String(warning.message.dropLast()) : warning.message
    }
}
