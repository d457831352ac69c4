import Services
import Files
import Screens
import Widgets

/// What a draft and what became of it say to people.
extension IssuePreview {
    /// What is wrong, words of caution, and the first pass; how many there are, and where they go.
    init(_ draft: IssueDraft) {
        let cautions = draft.series?.cautions.map { TextBlock("caution: \($0)", .warning) } ?? []
        let errors = draft.errors.map { TextBlock($0, .warning, label: "!", labelRole: .warning, labelWidth: 2) }
        let part = draft.first.map { [PassReport.Part($0, hasVerdict: false)] } ?? []
        self.init(
            draft.request, title: errors.isEmpty ? "The first pass" : "Problems",
            report: PassReport(part, remarks: errors + cautions), facts: draft.facts)
    }
}

extension IssueDraft {
    fileprivate var facts: [TextBlock] {
        guard errors.isEmpty else {
            let count = errors.count == 1 ? "1 problem" : "\(errors.count) problems"
            return [TextBlock("! \(count): nothing can be made. See the problems on the right.", .warning)]
        }
        var facts = [TextBlock("\(Self.passes(count)). \(former.isEmpty ? "" : formerWords)", .strong)]
        facts += places.map { TextBlock($0) }
        if let lockedFile {
            let name = lockedFile.split(separator: "/").last.map(String.init) ?? lockedFile
            facts.append(TextBlock("\(name.withVisibleBytes) is locked: press Enter to type its password.", .faint))
        }
        return facts
    }

    private var formerWords: String {
        let anew = former.changed > 0 && signer != nil ? ", \(former.changed)will be reissued" : ""
        return "\(madeBefore) \(madeBefore == 1 ? "was" : "were") issued before\(anew)."
    }

    /// Where passes and tickets go.
    private var places: [String] {
        var places: [String] = []
        if request.isSigned, !paths.folder.isEmpty {
            places.append("One file each in \(SaveTarget.shown(paths.folder)).")
        }
        if request.isSigned, !paths.bundle.isEmpty, let series {
            let names = series.bundleNames(paths.bundle)
            places.append(
                names.count == 1
                    ? "Together in \(SaveTarget.shown(names[0]))."
                    : "Together in \(names.count) bundles, \(SaveTarget.shown(names[0])) and so on.")
        }
        if !paths.tickets.isEmpty { places.append("On paper in \(SaveTarget.shown(paths.tickets)).") }
        return places
    }

    /// Asked before anything is made.
    var question: Confirmation {
        let title =
            unsignedCount > 0
            ? "Sign \(Self.passes(unsignedCount))?"
            : request.tickets.isEmpty ? "Write the bundles?" : "Write the tickets?"
        var lines: [Confirmation.Line] = former.isEmpty ? [] : [.text(formerWords)]
        lines += places.map { .text($0) }
        lines += overwritten.prefix(3).map { .warning("\(SaveTarget.shown($0)) already exists and will be replaced.") }
        if overwritten.count > 3 { lines.append(.warning("\(overwritten.count - 3) more will be replaced.")) }
        return Confirmation(
            title: title, lines: lines, yes: [.passes(.make(request))], weight: overwritten.isEmpty ? .light : .grave)
    }
}

extension IssueDraft.Outcome {
    /// What was made, then why the rest was not.
    var blocks: [TextBlock] {
        lines.map { TextBlock($0, .good) } + (problem.map { [TextBlock("! \($0)", .warning)] } ?? [])
    }
}
