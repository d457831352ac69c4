import Doors
import Formats
import Foundation
import Preview
import Surface

extension KeyContext {
    package static let door = KeyContext(title: "Door")
}

extension Command {
    package static let doorReady = Command("door-ready")
    package static let doorChecker = Command("door-checker")
    package static let doorGuest = Command("door-guest")
    package static let doorUndo = Command("door-undo")
    package static let doorCounts = Command("door-counts")
    package static let doorLog = Command("door-log")
    package static let doorList = Command("door-list")
    package static let doorChange = Command("door-change")
}

/// The door of an event: what was decided about the code that was shown last fills the screen in colour, word and shape, with the
/// live picture small in a corner; then the door is ready again.
package struct DoorScreen: Screen {
    /// A door's screen; what it shows is in `AppModel.door`.
    package init() {}

    package var context: KeyContext { .door }

    package var showsPicture: Bool { true }

    /// Asks the program for everything.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .back:
            [
                .confirm(
                    Confirmation(
                        title: "Close the door?",
                        lines: [.text("All decisions are saved. You can open the door again.")],
                        yes: [.door(.close), .pop]))
            ]
        case .doorReady: [.door(.ready)]
        case .doorChecker: [.door(.askChecker)]
        case .doorGuest: [.door(.askGuest)]
        case .doorUndo: [.door(.askUndo)]
        case .doorList: [.door(.askList)]
        case .doorCounts: [.door(.showCounts)]
        case .doorLog: [.door(.showLog)]
        case .doorChange: [.door(.askDoor)]
        default: [.run(command)]
        }
    }

    /// Draws the sign, or that the door is ready.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        guard let door = context.model.door else { return }
        let area = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height - 2)
        if let sign = door.sign {
            draw(sign, into: &canvas, area: area, context: context)
        } else {
            drawReady(door, into: &canvas, area: area, context: context)
        }
        drawStatus(door, into: &canvas, row: canvas.height - 2, context: context)
    }

    /// Over the lines of what was decided before; the sign stays free.
    package func noticeArea(in bounds: Rect, context: RenderContext) -> Rect? {
        Rect(x: 0, y: max(0, bounds.height - 6), width: bounds.width, height: min(4, bounds.height))
    }

    // MARK: - Ready

    private func drawReady(_ door: DoorModel, into canvas: inout Canvas, area: Rect, context: RenderContext) {
        let theme = context.theme
        let recent = door.recent.prefix(max(0, min(5, area.height / 4)))
        let problems = [door.problem, door.ledgerProblem].compactMap(\.self)
        let lines = recent.count + problems.count
        let picture = Rect(x: area.x, y: area.y, width: area.width, height: max(0, area.height - lines - 2))
        drawPicture(into: &canvas, area: picture, context: context)
        var row = picture.bottom
        func write(_ line: String, _ role: Role) {
            canvas.write(line, x: 1, y: row, theme[role], limit: area.width - 2)
            row += 1
        }
        if door.door == nil {
            write("NO DOOR CHOSEN: tickets are not checked. Press F3 to choose one.", .warning)
        } else {
            write("READY: hold a ticket in front of the camera", .strong)
        }
        for problem in problems { write(problem, .warning) }
        for sign in recent {
            let more = sign.lines.first { $0 != "ticket \(sign.ticket)" }
            let line = [context.clock(sign.time), sign.word, sign.ticket, more ?? ""].filter { !$0.isEmpty }
            let signal = sign.outcome.signal
            write("\(signal.mark) " + line.joined(separator: "  "), signal.isGood ? .good : .warning)
        }
    }

    // MARK: - A sign

    private func draw(_ sign: DoorSign, into canvas: inout Canvas, area: Rect, context: RenderContext) {
        let style = sign.outcome.style
        canvas.fill(Rect(x: 0, y: 0, width: canvas.width, height: area.height), " ", style)
        // Bold black is grey where a terminal has few colours.
        var bold = style
        if sign.outcome.signal.isOnDark { bold.attributes.insert(.bold) }
        // The picture stays small in the upper right corner.
        let small = Rect(
            x: area.right - max(12, area.width / 4) - 1, y: 0, width: max(12, area.width / 4),
            height: max(4, area.height / 4))
        let hasPicture = area.width >= 60 && area.height >= 14
        if hasPicture { drawPicture(into: &canvas, area: small, context: context, isPlain: true) }
        let scale = max(1, min(area.height / 14, area.width / 60))
        let shape = DoorShape.size(scale: scale)
        DoorShape(sign.figure).render(into: &canvas, x: 2, y: 1, scale: scale, bold)
        var row = max(1 + shape.height + 1, hasPicture ? small.bottom : 0)
        let left = area.height - row
        func write(_ line: String) {
            canvas.write(line, x: 2, y: row, bold, limit: area.width - 4)
            row += 1
        }
        // The word as large as leaves room for what is said of it; in low windows beside the shape.
        let wanted = (sign.note == nil ? 0 : 2) + min(sign.lines.count, 3) + 1
        if area.height < 14 {
            canvas.write(
                sign.word, x: shape.width + 4, y: 1 + shape.height / 2, bold, limit: area.width - shape.width - 6)
        } else if let word = BigText(
            sign.word, width: area.width - 4, height: max(0, min(left - wanted, area.height / 2)))
        {
            canvas.write(word, x: 2, y: row, bold)
            row += word.height + 1
        } else {
            write(sign.word)
            row += 1
        }
        if let note = sign.note, row < area.bottom {
            var marked = bold
            marked.attributes.insert(.underline)
            // In low windows it is worth more than what else is said.
            let isLow = area.height < 14
            let hasSeat = sign.outcome.signal.isGood && sign.seat != nil
            let others = isLow ? min(sign.lines.count, 1) + (hasSeat ? 1 : 0) : sign.lines.count + 2
            let rows = min(4, max(1, area.bottom - row - others))
            for line in Paragraph.wrap("!! \(note) !!", width: area.width - 4, maximum: rows) {
                canvas.write(line, x: 2, y: row, marked, limit: area.width - 4)
                row += 1
            }
            if !isLow || area.bottom - row > others { row += 1 }
        }
        let room = min(max(8, area.height / 5), area.bottom - row - sign.lines.count - 1)
        if sign.outcome.signal.isGood, let seat = sign.seat {
            if let big = BigText("Seat \(seat)", width: area.width - 4, height: max(0, room)) {
                canvas.write(big, x: 2, y: row, bold)
                row += big.height + 1
            } else if row < area.bottom {
                write("Seat \(seat)")
            }
        }
        // Who is turned away is told why first.
        let seat = sign.outcome.signal.isGood ? nil : sign.seat.map { "seat \($0)" }
        for line in sign.lines + [seat].compactMap({ $0 }) where row < area.bottom { write(line) }
    }

    private func drawPicture(into canvas: inout Canvas, area: Rect, context: RenderContext, isPlain: Bool = false) {
        let picture = context.model.picture
        guard area.width >= 8, area.height >= 3 else { return }
        if let invitation = context.model.source.invitation, !isPlain,
            let drawing = InvitationDrawing(invitation, in: area, context)
        {
            return drawing.render(into: &canvas, context: context)
        }
        guard let frame = picture.frame, context.model.source.invitation == nil else {
            if !isPlain {
                canvas.write(
                    picture.problem ?? context.model.source.invitation?.line ?? "Waiting for the first picture …",
                    x: area.x + 1, y: area.y + area.height / 2, context.theme[.warning], limit: area.width - 2)
            }
            return
        }
        let mapping = context.mapping(of: frame, in: area)
        canvas.moving = MovingArea(mapping.picture)
        picture.painter.draw(
            frame, by: mapping, style: (context.theme[.picture], context.theme[.pictureDimmed]),
            surroundings: context.isOnWhite ? .light : .dark, into: &canvas)
        context.outlineSymbols(by: mapping, isLabelled: !isPlain, into: &canvas)
    }

    // MARK: - Status

    private func drawStatus(_ door: DoorModel, into canvas: inout Canvas, row: Int, context: RenderContext) {
        let style = context.theme[.status]
        canvas.fill(Rect(x: 0, y: row, width: canvas.width, height: 1), " ", style)
        let who = door.checker.isEmpty ? "" : " · \(door.checker)"
        let name = "\(door.event) · \(door.door ?? "no door")\(who)"
        var parts = [
            "\(door.inside) inside", "\(door.refused) turned away", door.guests > 0 ? "\(door.guests) on the list" : "",
            door.twice > 0 ? "\(door.twice) ENTERED TWICE" : "", context.clock(context.now),
        ]
        let sharing = door.sharing.map { " \($0) " } ?? ""
        let width = { parts.filter { !$0.isEmpty }.joined(separator: "  ").count + DisplayWidth.of(sharing) + 4 }
        // Who stands where is worth more than counts that `%` shows, and the time.
        for spare in [2, 1, 4] where width() + DisplayWidth.of(name) > canvas.width { parts[spare] = "" }
        let counts = parts.filter { !$0.isEmpty }.joined(separator: "  ")
        let column = max(1, canvas.width - DisplayWidth.of(counts) - 1)
        let mark = max(1, column - DisplayWidth.of(sharing) - 1)
        canvas.write(Canvas.fitting(name, width: max(0, mark - 2)), x: 1, y: row, style)
        canvas.write(sharing, x: mark, y: row, door.isAlone ? DoorOutcome.used.style : style)
        canvas.write(counts, x: column, y: row, style)
    }
}

extension DoorOutcome {
    /// Of the whole screen.
    var style: Style {
        let (red, green, blue) = signal.paper
        return Style(
            signal.isOnDark ? .rgb(255, 255, 255) : .rgb(0, 0, 0), on: .rgb(red, green, blue))
    }
}
