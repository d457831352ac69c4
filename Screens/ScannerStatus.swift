import Formats
import Preview
import Surface

/// The scanner's status line: for people what is going on; for developers, by a key, the figures.
extension ScannerScreen {
    /// Draws what is scanned, and what becomes of it.
    func drawStatus(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        var style = context.theme[.status]
        if let flash = context.model.flash {
            style = context.theme[flash == .new ? .outlineKept : .outlineKnown]
            style.attributes.formSymmetricDifference(.reverse)
        }
        canvas.fill(area, " ", style)
        let title = context.model.source.title
        var parts = [title.isEmpty ? "no source" : title] + Self.words(context.model)
        if let former = context.model.source.former {
            // The line of keys tells the key, too: nothing else gives way to this.
            let whole = parts + ["Esc: back to \(former)"]
            if DisplayWidth.of(whole.joined(separator: "  ")) <= area.width - 2 { parts = whole }
        }
        // The source's name gives way first: the rest is what changes.
        let least = min(8, DisplayWidth.of(parts[0]))
        func isTooLong() -> Bool {
            DisplayWidth.of(parts.dropFirst().joined(separator: "  ")) + least + 4 > area.width
        }
        // What goes on counts more than how fast, and where scans belong more than what everybody sees.
        if isTooLong() { parts[1] = Self.state(context.model) }
        if isTooLong(), !context.model.places.statusWords.isEmpty {
            parts.removeAll { $0.hasSuffix(" in view") }
            if isTooLong(), parts[1] == Self.reading { parts.remove(at: 1) }
        }
        let rest = DisplayWidth.of(parts.dropFirst().joined(separator: "  "))
        let name = Canvas.fitting(parts[0], width: max(8, area.width - rest - 4))
        let text = ([name] + parts.dropFirst()).joined(separator: "  ")
        canvas.write(text, x: 1, y: area.y, style, limit: area.width - 2)
    }

    private static func words(_ model: AppModel) -> [String] {
        let picture = model.picture
        var words = [state(model)]
        // A rate says something only while pictures come.
        if words[0] == reading, let rate = picture.figures.framesPerSecond {
            words[0] += " · \(rate < 9.95 ? rate.tenths : rate.whole) fps"
        }
        if picture.zoom > 1 { words.append("zoom \(picture.zoom.tenths)×") }
        if model.lights.isTorchOn { words.append("light") }
        if model.lights.isReadingLightOn { words.append("reading light") }
        if picture.frame != nil, picture.problem == nil, model.source.invitation == nil {
            let seen = picture.symbols.filter { $0.state != .awaiting }
            let waiting = seen.count { $0.state == .unkept }
            words.append("\(seen.count) in view" + (waiting > 0 ? ", \(waiting) not saved" : ""))
        }
        if model.history.place == .private { words.append("private: nothing is saved") }
        if let session = model.history.session { words.append(session.status) }
        words += model.statusWords
        return words + (model.showsFigures ? figures(picture) : [])
    }

    private static let reading = "reading"

    /// What becomes of the picture.
    private static func state(_ model: AppModel) -> String {
        if model.picture.problem != nil { return model.source.isCamera ? "no camera" : "no picture" }
        if model.source.invitation != nil { return "waiting for the phone" }
        if model.picture.frame == nil { return "waiting" }
        if model.picture.isFrozen { return "frozen" }
        if model.source.isStill { return "still picture" }
        return model.source.hasEnded ? "ended" : reading
    }

    /// What a developer wants to know: the format, frames that were lost, the time to decode one, how it is drawn.
    private static func figures(_ picture: PictureModel) -> [String] {
        var words: [String] = []
        if let format = picture.format { words.append("\(format.width)×\(format.height) \(format.encoding)") }
        words.append("dropped \(picture.figures.dropped)")
        if let time = picture.figures.decodeMilliseconds { words.append("decode \(time.tenths) ms") }
        return words + [picture.painter.name]
    }
}

extension Double {
    /// With one decimal, a half rounded up: the one way in which figures are shown. `–` for what is not a figure.
    package var tenths: String {
        guard isFinite, abs(self) < 1e9 else { return "–" }
        let rounded = Int((self * 10).rounded())
        return "\(rounded / 10).\(abs(rounded % 10))"
    }

    /// Without decimals, as `tenths`.
    fileprivate var whole: String { isFinite && abs(self) < 1e9 ? "\(Int(rounded()))" : "–" }
}
