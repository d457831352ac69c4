import Services
import Encoding
import Files
import Passes
import Screens
import Synchronization
import Widgets

/// Passes as a text that is scrolled: what is wrong, then each pass with its code, and its files and signature where they are of interest.
package final class PassReport: Report {
    /// A pass of it.
    package struct Part: Sendable {
        let name: String?
        let check: PassCheck
        let hasVerdict: Bool
        /// Made with the report, which is made beside the loop.
        let code: Result<MadeSymbol, EncodingError>?

        /// - Parameters:
        ///   - name: what stands above it; nil for nothing.
        ///   - hasVerdict: whether files, signature and verdict are told; not so of passes that are not signed yet.
        package init(_ check: PassCheck, name: String? = nil, hasVerdict: Bool = true) {
            (self.check, self.name, self.hasVerdict) = (check.withoutFiles, name, hasVerdict)
            code = PassDrawing.code(of: check)
        }
    }

    private let remarks: [TextBlock]
    private let parts: [Part]
    /// The blocks of the width that was asked for last.
    private let drawn = Mutex<(width: Int, blocks: [TextBlock])?>(nil)

    /// - Parameter remarks: what stands above all passes; default nothing.
    package init(_ parts: [Part], remarks: [TextBlock] = []) { (self.parts, self.remarks) = (parts, remarks) }

    /// Its text for so many columns.
    package func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        if let known = drawn.withLock({ $0 }), known.width == width { return known.blocks }
        var sections = parts.map { section($0, width: width) }
        if !remarks.isEmpty { sections.insert(remarks, at: 0) }
        let blocks = Array(sections.joined(separator: [.empty]))
        drawn.withLock { $0 = (width, blocks) }
        return blocks
    }

    private func section(_ part: Part, width: Int) -> [TextBlock] {
        let drawing = PassDrawing(part.check, columns: width, code: part.code)
        let front = drawing.pass(isTerminal: false)
        let verdict = part.hasVerdict ? (front.isEmpty ? [] : [.text("")]) + drawing.verdict : []
        let title = part.name.map { [TextBlock($0.withVisibleBytes, .faint)] } ?? []
        // A forged front looks right: who sees it alone is to know.
        let isRefused = part.hasVerdict && !part.check.isAccepted && !front.isEmpty
        let warning =
            isRefused ? [TextBlock("! Wallet rejects this pass: see the reasons at the end.", .warning), .empty] : []
        return title + warning + (front + verdict).flatMap(Self.blocks)
    }

    private static func blocks(_ line: PassDrawing.Line) -> [TextBlock] {
        switch line {
        case .text(let text): [TextBlock(text)]
        case .heading(let text): [TextBlock(text, .strong)]
        // Black on white, as codes are read.
        case .code(let rows): rows.map { TextBlock($0, .light, wraps: false) }
        case .right(let text): [TextBlock(text, .good)]
        case .caution(let text), .wrong(let text): [TextBlock(text, .warning)]
        }
    }
}
