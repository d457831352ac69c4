import Formats

/// Warnings about the links in a content, wherever they are: offered to be opened, or in any field.
enum LinkRisks {
    /// No more links are checked, and no more warnings shown.
    private static let maximumLinks = 256
    private static let maximumWarnings = 16
    /// Fields that name the parts of an address that is not opened as a web page.
    private static let namesOfParts: Set<String> = ["scheme", "host"]

    /// Each warning once; none of `known`. Secrets are left out, because a warning names what it is about.
    static func warnings(
        fields: [PayloadField], actions: [PayloadAction], besides known: [PayloadWarning]
    ) -> [PayloadWarning] {
        var (seen, warnings) = (Set(known), [PayloadWarning]())
        func add(_ found: [PayloadWarning]) {
            for warning in found where warnings.count < maximumWarnings && seen.insert(warning).inserted {
                warnings.append(warning)
            }
        }
        var urls: Set<String> = []
        for case .open(let target) in actions.map(\.effect) where urls.insert(target.url).inserted {
            add(target.warnings)
        }
        for field in fields where !field.isSecret && !namesOfParts.contains(field.key) {
            for link in TextFindings.links(in: field.value.utf8Slice) {
                guard urls.count < maximumLinks else { return warnings }
                if urls.insert(link.url).inserted { add(URLRisks.warnings(for: link, text: link.url)) }
            }
        }
        return warnings
    }
}
