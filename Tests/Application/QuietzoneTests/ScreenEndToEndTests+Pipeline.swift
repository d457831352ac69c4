import Foundation
import Testing

/// A stream on standard input, whose program uses the same terminal as the scanner.
extension ScreenEndToEndTests {
    /// Runs the scanner at the end of a pipeline.
    private func scanner(fedBy writer: String, reader: String = "\(Program.executable) -") async throws -> Pane {
        _ = try program.picture("own.png", "mine")
        _ = try program.file("writer", Array(writer.utf8))
        let pane = try await Pane(program)
        do {
            try await pane.line(
                "stty -a > before; bash writer | \(reader); echo EXIT=$?; stty -a > after; echo D\"\"ONE")
            return pane
        } catch {
            pane.end()
            throw error
        }
    }

    @Test func modesThatAWriterFoundRawAreNotLeftInTheTerminal() async throws {
        let pane = try await scanner(
            fedBy: """
                until stty -a < /dev/tty | grep -q -e -icanon; do sleep 0.02; done
                found=$(stty -g < /dev/tty)
                stty -icanon -echo < /dev/tty
                while cat own.png; do sleep 0.05; done 2> /dev/null
                sleep 0.3
                stty "$found" < /dev/tty
                """)
        defer { pane.end() }
        try await pane.wait(for: "History 1 ")
        try await quit(pane)
    }

    @Test func modesThatAWriterFoundForTheShellStayWhenItEndsAfterTheScanner() async throws {
        let pane = try await scanner(
            fedBy: """
                found=$(stty -g < /dev/tty)
                stty -icanon -echo < /dev/tty
                touch ready
                while cat own.png; do sleep 0.05; done 2> /dev/null
                sleep 0.3
                stty "$found" < /dev/tty
                """, reader: "{ until [ -e ready ]; do sleep 0.02; done; exec \(Program.executable) -; }")
        defer { pane.end() }
        try await pane.wait(for: "History 1 ")
        try await quit(pane)
    }

    @Test func keysArriveAfterAWriterHasPutTheShellsModesBack() async throws {
        let pane = try await scanner(
            fedBy: """
                found=$(stty -g < /dev/tty)
                stty -icanon -echo < /dev/tty
                touch ready
                until [ -e ended ]; do cat own.png; sleep 0.05; done
                stty "$found" < /dev/tty
                """, reader: "{ until [ -e ready ]; do sleep 0.02; done; exec \(Program.executable) -; }")
        defer { pane.end() }
        try await pane.wait(for: "History 1 ")
        _ = try program.file("ended", [])
        try await pane.wait(for: "standard input has ended")
        // Without Enter.
        try await quit(pane)
    }
}
