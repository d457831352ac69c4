import CLinux
import CNcurses
import Glibc
import Surface

/// How large the terminal is: what the kernel says after a SIGWINCH, or what the terminal reports by itself.
extension Terminal {
    package var size: (columns: Int, rows: Int) { (Int(qz_columns(window)), Int(qz_rows(window))) }

    /// A cell's height over its width, where the terminal tells its size in pixels; else 2.
    package var cellAspect: Double {
        guard let cell = traits.cellPixels else { return 2 }
        let aspect = Double(cell.height) / Double(cell.width)
        return aspect > 1 && aspect < 4 ? aspect : 2
    }

    /// Takes over the terminal's new size after SIGWINCH.
    package func resize() {
        guard let size = TerminalSize(of: outputDescriptor) else { return }
        take(size)
    }

    /// Takes over the size that the terminal has reported (mode 2048): it reaches the program where a signal does not.
    ///
    /// - Returns: whether it is another one.
    func resize(to reported: TerminalSize) -> Bool {
        let isOther = (reported.columns, reported.rows) != size
        guard isOther || reported.cell != nil && reported.cell != traits.cellPixels else { return false }
        take(reported)
        return true
    }

    private func take(_ size: TerminalSize) {
        resize_term(Int32(size.rows), Int32(size.columns))
        qz_wresize(window, Int32(size.rows), Int32(size.columns))
        traits.cellPixels = size.cell ?? facts.cell ?? traits.cellPixels
        redrawAll()
    }

    /// Whether the terminal has reported another size since this was asked the last time.
    package func takeNewSize() -> Bool {
        defer { hasNewSize = false }
        return hasNewSize
    }
}

extension TerminalSize {
    /// That of the terminal at `descriptor`, as the kernel knows it; nil if it does not.
    init?(of descriptor: Int32) {
        var (columns, rows, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard qz_terminal_size(descriptor, &columns, &rows, &width, &height) == 0 else { return nil }
        self.init(columns: Int(columns), rows: Int(rows), width: Int(width), height: Int(height))
    }
}
