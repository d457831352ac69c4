import CLinux
import Glibc
import Testing

@testable import Terminal

/// Modes that another program of the pipeline has changed.
@Suite struct TerminalModesTests {
    /// The modes for a shell, those that ffmpeg sets, and raw ones.
    private enum Modes { case shell, unseenKeys, raw }

    /// Runs `body` on a terminal whose modes are those for a shell.
    private func withTerminal(_ body: (Int32) throws -> Void) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(qz_open_pty(80, 24, &master, &slave) == 0)
        defer {
            close(master)
            close(slave)
        }
        try body(slave)
    }

    private func modes(_ terminal: Int32) -> Modes {
        var modes = termios()
        tcgetattr(terminal, &modes)
        if modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO) { return .shell }
        return modes.c_lflag & tcflag_t(ISIG) == 0 ? .raw : .unseenKeys
    }

    /// Sets modes as ffmpeg does, and returns those from before.
    private func takeKeys(_ terminal: Int32) -> termios {
        var before = termios()
        tcgetattr(terminal, &before)
        var modes = before
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
        tcsetattr(terminal, TCSANOW, &modes)
        return before
    }

    @Test func modesThatAnotherProgramFoundRawArePutBackAgain() throws {
        try withTerminal { terminal in
            let modes = TerminalModes(of: terminal)
            modes.setRaw()
            var found = takeKeys(terminal)
            modes.restore()
            #expect(self.modes(terminal) == .shell)
            tcsetattr(terminal, TCSANOW, &found)
            #expect(self.modes(terminal) == .raw)
            modes.restore()
            #expect(self.modes(terminal) == .shell)
        }
    }

    @Test func modesForAShellStayThatAnotherProgramHasPutBack() throws {
        try withTerminal { terminal in
            var found = takeKeys(terminal)
            let modes = TerminalModes(of: terminal)
            modes.setRaw()
            modes.restore()
            #expect(self.modes(terminal) == .unseenKeys)
            tcsetattr(terminal, TCSANOW, &found)
            modes.restore()
            #expect(self.modes(terminal) == .shell)
        }
    }

    @Test func rawModesAreHeldAndTheShellsRemembered() throws {
        try withTerminal { terminal in
            var found = takeKeys(terminal)
            var modes = TerminalModes(of: terminal)
            modes.setRaw()
            modes.hold()
            #expect(self.modes(terminal) == .raw)
            // The other program ends while this one runs.
            tcsetattr(terminal, TCSANOW, &found)
            modes.hold()
            #expect(self.modes(terminal) == .raw)
            modes.restore()
            #expect(self.modes(terminal) == .shell)
        }
    }
}
