import Encoding
import Files
import Printing

/// A pass on paper: its code, above it who issues it and what is most important, below it as many other fields as there is room for.
package struct PassTicket {
    /// The most lines above and below the code.
    private static let most = (above: 4, below: 8)

    private let above: [String]
    private let below: [String]
    private let source: SymbolSource

    /// - Throws: `PassProblem` for a pass without a code that can be drawn.
    init(_ pass: Pass, place: String) throws(PassProblem) {
        guard let barcode = pass.shownBarcode, let bytes = barcode.bytes, barcode.kind != nil else {
            throw PassProblem(.barcodeImpossible, place, "it has no code that can be printed")
        }
        source = barcode.source(bytes)
        func lines(_ sections: [PassSection]) -> [String] {
            sections.flatMap { pass.fields(in: $0) }.map { field in
                [field.label, field.shownValue].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
            }
        }
        let heading = [pass.text("logoText") ?? pass.organizationName].compactMap { $0 }
        above = Array((heading + lines([.primaryFields])).prefix(Self.most.above))
        let text = [barcode.alternateText].compactMap { $0 }
        below = Array((text + lines([.headerFields, .secondaryFields, .auxiliaryFields])).prefix(Self.most.below))
    }

    /// The job that prints the tickets of a series, and its rows.
    ///
    /// - Parameter layout: where tickets lie on pages.
    /// - Throws: `PassProblem` for a pass without a code, or passes whose codes are of different kinds.
    package static func job(
        _ series: PassSeries, layout: PageLayout
    ) throws(PassProblem) -> (job: PrintJob, rows: LabelSource) {
        var tickets: [(ticket: PassTicket, place: String)] = []
        var kind: SymbolKind?
        for item in series.items {
            guard let pass = try? item.package.pass() else { continue }
            tickets.append((try PassTicket(pass, place: item.place), item.place))
            let own = pass.shownBarcode?.kind
            if let kind, kind.name != own?.name {
                throw PassProblem(
                    .barcodeImpossible, item.place,
                    "its code is of another kind than the previous ones: print them separately")
            }
            kind = own
        }
        guard let kind else {
            throw PassProblem(.barcodeImpossible, "", "nothing to print: no rows found")
        }
        var job = PrintJob(kind: kind, layout: layout)
        job.template = LabelTemplate()
        func lines(_ place: String, _ count: Int) throws(PassProblem) -> [FieldTemplate] {
            try (0..<count).map { index throws(PassProblem) in try FieldTemplate("{\(place)\(index)}", at: "") }
        }
        job.template.above = try lines("above", tickets.map(\.ticket.above.count).max() ?? 0)
        job.template.below = try lines("below", tickets.map(\.ticket.below.count).max() ?? 0)
        job.template.hasFrame = true
        let rows = LabelSource(fields: nil) { take in
            for (ticket, place) in tickets {
                try take(
                    LabelRow(place: place, code: ticket.source) { name in
                        let lines = name.hasPrefix("above") ? ticket.above : ticket.below
                        guard let index = Int(name.dropFirst(5)) else { return nil }
                        return lines.indices.contains(index) ? lines[index] : ""
                    })
            }
        }
        return (job, rows)
    }
}
