import Frames
import Formats
import Surface

/// What somebody needs to connect a phone: shown in place of the picture until pictures come.
package struct Invitation: Sendable, Hashable {
    /// The address that the phone opens.
    package let address: String
    /// The fingerprint of the certificate, in lines.
    package let fingerprint: [String]
    /// The address as a QR Code; nil until it was made.
    package var modules: CodeModules?

    /// An invitation whose code was not made yet.
    package init(_ invitation: SourceInvitation) {
        (address, fingerprint) = (invitation.address, invitation.fingerprintLines)
    }

    /// In one line, where there is no room for more.
    var line: String { "Waiting for the phone: \(address)" }
}

/// An invitation as it is drawn into an area: the QR Code, and the words beside or below it.
struct InvitationDrawing {
    private let code: CodeDrawing
    /// Where the lines are.
    private let place: Rect
    private let lines: [(text: String, role: Role)]

    /// Columns between the code and the words.
    private static let gap = 2
    /// The fewest columns in which the words are read with ease.
    private static let minimumColumns = 30
    private static let maximumColumns = 60

    /// The code with the words beside it, else below it; nil where there is no room for both.
    init?(_ invitation: Invitation, in area: Rect, _ context: RenderContext) {
        guard let modules = invitation.modules else { return nil }
        let terminal = context.model.picture.painter.terminal
        let least = CodeDrawing.least(modules, on: terminal)
        func draw(_ room: Rect) -> CodeDrawing? {
            CodeDrawing(modules, in: room, on: terminal, hasSextants: context.model.hasSextants)
        }
        let columns = min(area.width - least.width - 2 * Self.gap, Self.maximumColumns)
        if columns >= Self.minimumColumns {
            let lines = Self.lines(invitation, width: columns, maximum: area.height)
            let left = Rect(x: area.x, y: area.y, width: area.width - columns - 2 * Self.gap, height: area.height)
            if let lines, let code = draw(left) {
                let height = lines.count
                (self.code, self.lines) = (code, lines)
                place = Rect(
                    x: code.area.right + Self.gap, y: area.y + (area.height - height) / 2, width: columns,
                    height: height)
                return
            }
        }
        let width = min(area.width - 2, Self.maximumColumns)
        let lines = Self.lines(invitation, width: width, maximum: area.height - least.height)
        guard width >= Self.minimumColumns, let lines else { return nil }
        let upper = Rect(x: area.x, y: area.y, width: area.width, height: area.height - lines.count)
        guard let code = draw(upper) else { return nil }
        (self.code, self.lines) = (code, lines)
        place = Rect(x: area.x + (area.width - width) / 2, y: upper.bottom, width: width, height: lines.count)
    }

    /// The words in lines of this width, with blank lines between them where there is room; nil for more than `maximum` lines.
    private static func lines(
        _ invitation: Invitation, width: Int, maximum: Int
    ) -> [(text: String, role: Role)]? {
        func words(_ text: String, _ role: Role = .text) -> [(text: String, role: Role)] {
            Paragraph.wrap(text, width: width).map { ($0, role) }
        }
        let parts = [
            words("Scan this QR Code with the phone, or open its address there:")
                + words(invitation.address, .strong),
            words(
                "The browser will warn: the certificate was made just now. Continue only if its SHA-256 fingerprint is:"
            )
                + invitation.fingerprint.map { ($0, .strong) },
            words("Then allow the page to use the camera."),
        ]
        for blank in [[("", Role.text)], []] {
            let lines = Array(parts.joined(separator: blank))
            if lines.count <= maximum { return lines }
        }
        return nil
    }

    func render(into canvas: inout Canvas, context: RenderContext) {
        code.render(into: &canvas, isOnWhite: context.isOnWhite)
        for (row, line) in lines.enumerated() {
            canvas.write(line.text, x: place.x, y: place.y + row, context.theme[line.role], limit: place.width)
        }
    }
}
