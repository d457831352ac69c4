import CLinux
import Glibc
import Services

extension Output {
    /// The cells of the terminal at standard output; nil if it does not report both numbers.
    static var terminalSize: (columns: Int, rows: Int)? {
        let size = reportedSize
        return size.columns > 0 && size.rows > 0 ? size : nil
    }

    /// The columns of the terminal at standard output; nil if it does not report them.
    static var terminalColumns: Int? { reportedSize.columns > 0 ? reportedSize.columns : nil }

    private static var reportedSize: (columns: Int, rows: Int) {
        var (columns, rows, width, height) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard qz_terminal_size(STDOUT_FILENO, &columns, &rows, &width, &height) == 0 else { return (0, 0) }
        return (Int(columns), Int(rows))
    }
}
