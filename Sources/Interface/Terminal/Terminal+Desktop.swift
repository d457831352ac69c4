import Surface

/// What the terminal does beside drawing: it follows the desktop's focus and colours, notifies, rings, and has a clipboard.
extension Terminal {
    /// Takes the reports among `inputs`, and returns the others.
    func withoutReports(_ inputs: [Input]) -> [Input] {
        var haveColorsChanged = false
        let others = inputs.compactMap { input -> Input? in
            switch input {
            case .key:
                // Only a window with the focus gets keys.
                hasFocus = true
                return input
            case .report(let report):
                haveColorsChanged = take(report) || haveColorsChanged
                return nil
            case .mouse(let event):
                guard reports.haveMousePixels, let cell = traits.cellPixels else { return input }
                return .mouse(event.inCells(of: cell, columns: size.columns, rows: size.rows))
            case .paste: return input
            }
        }
        // Once, however many reports there are.
        if haveColorsChanged { askBackground() }
        return others
    }

    /// - Returns: whether the colours have changed.
    private func take(_ report: TerminalReport) -> Bool {
        switch report {
        case .focus(let hasFocus):
            if facts.modes.contains(.focusReports) { self.hasFocus = hasFocus }
        case .colors(let background):
            guard facts.modes.contains(.colorReports) else { return false }
            // What a desktop calls light may be a dark window all the same.
            guard !answersBackground else { return true }
            traits.background = background
        case .background(let background):
            if facts.modes.contains(.colorReports) { traits.background = background }
        case .size(let size):
            if facts.modes.contains(.sizeReports), resize(to: size) { hasNewSize = true }
        }
        return false
    }

    /// Asks for the colour behind the text, where it may have changed and the terminal answers; `inputs` takes the answer.
    func askBackground() {
        guard answersBackground, facts.modes.contains(.colorReports) else { return }
        output.add(TerminalQuery.backgroundQuestion)
        output.send()
    }

    /// Shows a notification on the desktop, or rings where the terminal is not known to show any. Nothing where the window
    /// has the focus.
    ///
    /// - Parameter rings: whether it rings instead; default true.
    package func notify(_ text: String, orRing rings: Bool = true) {
        guard !hasFocus else { return }
        guard let notifications = facts.notifications else {
            if rings { ring() }
            return
        }
        let sequence = notifications.sequence(text)
        output.add(facts.tmux == nil ? sequence : TmuxFacts.passedThrough(sequence))
        output.send()
    }

    /// Shows in the taskbar how far long work is, where the terminal is known to; nil for none.
    package func show(_ progress: TaskbarProgress?) {
        guard facts.showsProgress, progress != self.progress else { return }
        self.progress = progress
        output.add(TerminalProgress.sequence(progress))
        output.send()
    }

    /// Puts `text` on the clipboard of the terminal (OSC 52), which it may ignore silently.
    ///
    /// - Returns: false when the text is too long to be sent: terminals drop sequences over about 100 KB.
    package func copy(base64 text: String) -> Bool {
        guard text.utf8.count <= 100_000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
        output.add("\u{1B}]52;c;\(text)\u{7}")
        output.send()
        return true
    }

    /// Rings the terminal's bell; it may hear several at once as one.
    package func ring(times: Int = 1) {
        output.add(String(repeating: "\u{7}", count: max(0, times)))
        output.send()
    }
}
