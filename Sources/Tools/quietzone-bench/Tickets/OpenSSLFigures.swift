import Foundation

/// What the program openssl takes for the same, in the same run: a command by a start of its own each time, and the bare computation as
/// `openssl speed` measures it.
struct OpenSSLFigures {
    private static let path = "/usr/bin/openssl"
    let folder: String

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path(name))) }

    /// Runs it once; the names of files in `arguments` are whole paths.
    func run(_ arguments: [String]) throws {
        _ = try MeasuredProcess(Self.path, arguments, dropsErrors: true)
    }

    /// How often a second a command runs, start and end included; of 15 the median.
    func rate(_ arguments: [String]) throws -> Rate? {
        guard Self.isInstalled else { return nil }
        let seconds = try (0..<15).map { _ in try MeasuredProcess(Self.path, arguments, dropsErrors: true).seconds }
        return Rate(1 / Times(seconds).median)
    }

    /// A figure of `openssl speed -mr -seconds 1`.
    enum Speed {
        /// Messages of 64 bytes a second.
        case digest(String), authenticationCode(String)
        /// Signatures made, or checked, a second.
        case signing(String), verification(String)

        fileprivate var arguments: [String] {
            switch self {
            case .digest(let name): ["-bytes", "64", "-evp", name]
            case .authenticationCode(let digest): ["-bytes", "64", "-hmac", digest]
            case .signing(let name), .verification(let name): [name]
            }
        }

        /// The last numbers of a line: bytes a second; or signatures made and checked a second.
        fileprivate func value(_ numbers: [Substring]) -> Double? {
            switch self {
            case .digest, .authenticationCode: numbers.last.flatMap { Double($0) }.map { $0 / 64 }
            case .signing: numbers.dropLast().last.flatMap { Double($0) }
            case .verification: numbers.last.flatMap { Double($0) }
            }
        }
    }

    /// nil if it is not installed, or knows no such thing.
    func speed(_ speed: Speed) throws -> Rate? {
        guard Self.isInstalled else { return nil }
        let text = try MeasuredProcess.output(of: Self.path, ["speed", "-mr", "-seconds", "1"] + speed.arguments)
        let line = text.split(separator: "\n").last { $0.hasPrefix("+F") }
        return line.flatMap { speed.value($0.split(separator: ":")) }.map { Rate($0) }
    }
}
