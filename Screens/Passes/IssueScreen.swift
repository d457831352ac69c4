import Surface
import Widgets

extension KeyContext {
    package static let issuing = KeyContext(title: "Issue passes")
}

extension Command {
    package static let makePasses = Command("make-passes")
    package static let stopIssuing = Command("stop-issuing")
}

/// What passes are made of is filled in at the left; what is known of them, and the first one, stands at the right.
package struct IssueScreen: FormScreen, TextScreen {
    var form: Form
    var text = TextView()
    private(set) var request: IssueRequest

    package init(_ request: IssueRequest = IssueRequest()) {
        self.request = request
        let paths = Self.paths.map { path in
            FormField.text(
                path.id, label: path.label, LineEditor(request[keyPath: path.value]), isPath: true,
                placeholder: path.placeholder)
        }
        form = Form(
            title: "Issue passes and tickets",
            fields: paths + [.check("anew", label: "Reissue changed", request.makesAnew)])
    }

    /// Only its text scrolls: its keys are for typing, and the form has nothing to find.
    package func searchResult(_ model: AppModel) -> String? { nil }

    private typealias Path = (
        id: String, label: String, placeholder: String, value: WritableKeyPath<IssueRequest, String> & Sendable
    )
    private static let paths: [Path] = [
        ("template", "Template", "a folder with pass.toml", \.template),
        ("guests", "Guest list", "guests.csv", \.guests),
        ("certificate", "Certificate", "pass.p12, or PEM", \.certificate),
        ("key", "Private key", "if separate: key.pem", \.key),
        ("intermediate", "Intermediate", "Apple's (G4)", \.intermediate),
        ("root", "Trusted root", "Apple's; others: tests", \.root),
        ("folder", "Folder", "tickets", \.folder),
        ("bundle", "Bundle", "none; tickets.pkpasses", \.bundle),
        ("tickets", "On paper", "none; tickets.pdf", \.tickets),
    ]

    package var context: KeyContext { .issuing }

    static var useCommand: Command { .makePasses }

    /// What is to be shown when the screen is opened.
    package var opening: [Effect] { [.passes(.changed(request))] }

    mutating func formChanged() -> [Effect] {
        let former = request
        let values = form.values
        for path in Self.paths { request[keyPath: path.value] = values.text(path.id).trimmingBlanks }
        request.makesAnew = values.isChecked("anew")
        return request == former ? [] : opening
    }

    /// Does what keys and clicks ask for.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        if let effects = scroll(command) { return effects }
        switch command {
        case .back: return [.passes(.leave), .pop]
        case .makePasses: return use()
        default: return [.run(command)]
        }
    }

    func use() -> [Effect] {
        if let missing = request.missing { return [.notice(Notice(missing, isWarning: true))] }
        return [.passes(.ask(request))]
    }

    // MARK: - Drawing

    private static func layout(_ bounds: Rect) -> (formFrame: Rect, form: Rect, facts: Rect, frame: Rect) {
        let height = bounds.height - 1
        let left = bounds.width < 60 ? bounds.width : min(60, max(42, bounds.width / 2))
        let formFrame = Rect(x: 0, y: 0, width: left, height: height)
        let form = Rect(x: 1, y: 1, width: left - 2, height: max(0, min(11, height - 3)))
        let facts = Rect(x: 2, y: form.bottom + 1, width: left - 4, height: max(0, height - form.bottom - 2))
        let frame = Rect(x: left, y: 0, width: max(0, bounds.width - left), height: height)
        return (formFrame, form, facts, frame)
    }

    /// Gives the keys to the field that is clicked, or scrolls by the bar.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        if form.click(column: column, row: row, in: Self.layout(bounds).form) { return formChanged() }
        clickText(column, row, in: bounds, context)
        return []
    }

    /// Draws the form, what is known in words, and the first pass.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let (layout, theme) = (Self.layout(canvas.bounds), context.theme)
        let facts = facts(context).flatMap { block in
            Paragraph.wrap(block.text, width: layout.facts.width).map { ($0, block.role) }
        }
        renderForm(
            into: &canvas, frame: layout.formFrame, area: layout.form, facts: facts, in: layout.facts, theme)
        guard layout.frame.width > 0 else { return }
        canvas.frame(layout.frame, theme[.border], title: context.model.issuing.preview?.title ?? "")
        renderText(into: &canvas, context)
    }

    /// How it gets on, what became of it, what is known of the passes, what is to be filled in: the first that there is.
    private func facts(_ context: RenderContext) -> [TextBlock] {
        let model = context.model.issuing
        if let job = model.underWay {
            let key =
                context.keys.keys(for: .stopIssuing, in: .issuing).first.map { "\($0.name) stops; passes" } ?? "Passes"
            return [TextBlock(job.words, .strong), TextBlock("\(key) already issued are kept.", .faint)]
        }
        if !model.outcome.isEmpty { return model.outcome }
        var known = request.canBeShown ? [TextBlock("Checking the passes …", .faint)] : []
        if let preview = model.preview, preview.request == request { known = preview.facts }
        return known + (request.missing.map { [TextBlock($0, .faint)] } ?? [])
    }

    func textArea(_ bounds: Rect, _ context: RenderContext) -> ScrollArea { .framed(Self.layout(bounds).frame) }

    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        context.model.issuing.preview?.report.blocks(width: width, context) ?? Self.explanation
    }

    private static let explanation: [TextBlock] = [
        TextBlock("Each row of the guest list becomes a pass.", .strong), .empty,
        TextBlock("Template", .key),
        TextBlock("`quietzone pass new concert` creates a template: edit its pass.toml."),
        .empty, TextBlock("Guest list", .key),
        TextBlock("name,seat,gate,code", .faint), TextBlock("Ada,12A,B2,A-1", .faint),
        TextBlock("Its first row names the fields of the template, such as {name}."), .empty,
        TextBlock("Certificate", .key),
        TextBlock(
            "For a pass type, from developer.apple.com. Its password is never saved. Printed tickets need no certificate."
        ),
        .empty,
        TextBlock(
            "Problems are shown here first. A second run issues no duplicates.", .faint),
    ]
}
