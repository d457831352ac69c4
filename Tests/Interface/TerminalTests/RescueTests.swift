import CLinux
import Glibc
import Testing

@Suite struct TerminalCallTests {
    @Test func thePseudoTerminalHasItsSize() {
        var (master, slave): (Int32, Int32) = (-1, -1)
        #expect(qz_open_pty(77, 21, &master, &slave) == 0)
        var (columns, rows, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        #expect(qz_terminal_size(slave, &columns, &rows, &width, &height) == 0)
        #expect(columns == 77)
        #expect(rows == 21)
        close(master)
        close(slave)
    }

    @Test func whatIsNoTerminalIsAnError() {
        var (columns, rows, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let file = open("/dev/null", O_RDWR)
        defer { close(file) }
        #expect(qz_terminal_size(file, &columns, &rows, &width, &height) == -ENOTTY)
        #expect(qz_rescue_terminal(file, file, "x") == -ENOTTY)
    }

    @Test func modesComeBackAndTheResetIsWritten() {
        var (master, slave): (Int32, Int32) = (-1, -1)
        #expect(qz_open_pty(80, 24, &master, &slave) == 0)
        var before = termios()
        tcgetattr(slave, &before)
        #expect(qz_rescue_terminal(slave, slave, "RESET") == 0)
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(slave, TCSANOW, &raw)
        qz_rescue_now()
        var after = termios()
        tcgetattr(slave, &after)
        #expect(after.c_lflag == before.c_lflag)
        #expect(after.c_iflag == before.c_iflag)
        #expect(after.c_oflag == before.c_oflag)
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(master, &bytes, 64)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "RESET")
        close(master)
        close(slave)
    }

    @Test func widthsAreThoseOfUnicodeInAnyLocale() {
        #expect(qz_columns(0x41) == 1)
        #expect(qz_columns(0x65E5) == 2)
        #expect(qz_columns(0x301) == 0)
        #expect(qz_columns(0x1F3AB) == 2)
        #expect(qz_columns(0x1B) == -1)
    }

    @Test func aMissingProgramHasItsOwnResult() {
        #expect(qz_launch("no-such-program-here", "x") == -ENOENT)
        #expect(qz_launch("false", "x") == 1)
        #expect(qz_launch("true", "x") == 0)
    }
}
