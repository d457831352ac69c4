import Files
import Services
import Glibc

/// Passwords and keys for a form: never on the command line, which every user of the machine sees.
enum SecretInput {
    /// Asks on the terminal, without showing what is typed.
    ///
    /// - Throws: `UserError` where there is no terminal.
    static func ask(_ label: String) throws -> String {
        // Of glibc: it restores the terminal, and no key ends the program meanwhile.
        guard let line = getpass("\(label): ") else { throw UserError("no terminal to ask for it") }
        let length = strlen(line)
        defer { memset(line, 0, length) }
        return try text(Array(UnsafeRawBufferPointer(start: line, count: length)), label)
    }

    /// The first line of standard input, or what is asked for where that is a terminal.
    static func standardInput(_ label: String) throws -> String {
        if isatty(STDIN_FILENO) == 1 { return try ask(label) }
        return try firstLine(of: try InputBytes.read("-"), label)
    }

    /// The first line that can be read of an open file.
    ///
    /// - Throws: `UserError` where it cannot be read.
    static func descriptor(_ number: Int32, _ label: String) throws -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4096 {
            let count = Glibc.read(number, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw UserError(
                    "\(label): file descriptor \(number) cannot be read: \(String(cString: strerror(errno)))")
            }
            if count == 0 || byte == 0x0A { break }
            bytes.append(byte)
        }
        return try firstLine(of: bytes, label)
    }

    /// The first line of a file.
    static func file(_ path: String, _ label: String) throws -> String {
        path == "-" ? try standardInput(label) : try firstLine(of: try InputBytes.read(path), label)
    }

    private static func firstLine(of bytes: [UInt8], _ label: String) throws -> String {
        var line = bytes.prefix { $0 != 0x0A }
        if line.last == 0x0D { line.removeLast() }
        return try text(Array(line), label)
    }

    private static func text(_ bytes: [UInt8], _ label: String) throws -> String {
        guard !bytes.isEmpty else { throw UserError("\(label): nothing was entered") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UserError("\(label): not valid UTF-8")
        }
        return text
    }
}
