import Config
import Delivery
import Files
import Glibc

/// Files with secrets that other users of this machine can read.
package enum SecretExposure {
    /// A line for each file that holds a secret of a destination or provider and that others can read.
    ///
    /// - Parameter path: the settings file; the user's own by default.
    package static func warnings(_ settings: Settings, in path: String = Paths.settings) -> [String] {
        var warnings: [String] = []
        let holders = settings.destinations.filter(\.holdsSecret).map { "[destination.\($0.name)]" }
        if !holders.isEmpty, isReadByOthers(path) {
            warnings.append(warning(path, "a secret of \(holders.joined(separator: ", "))"))
        }
        for destination in settings.destinations {
            guard let file = destination.secretFile, isReadByOthers(file) else { continue }
            warnings.append(warning(file, "the secret of [destination.\(destination.name)]"))
        }
        for provider in settings.lookup.sections {
            guard let file = provider.secretFile, isReadByOthers(file) else { continue }
            warnings.append(warning(file, "the secret of [provider.\(provider.name)]"))
        }
        return warnings
    }

    /// A line where others can read the private key in the file at `path`; nil if they cannot.
    package static func warning(ofKeyIn path: String) -> String? {
        isReadByOthers(path) ? warning(path, "a private key") : nil
    }

    private static func warning(_ path: String, _ secret: String) -> String {
        "\(path.onOneMarkedLine) holds \(secret), and other users can read it: make it private with chmod 600"
    }

    private static func isReadByOthers(_ path: String) -> Bool {
        var status = stat()
        // A pipe of the shell's is read once.
        return stat(path.fileSystemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & S_IROTH != 0
    }
}

extension DestinationSettings {
    /// Whether the settings themselves hold a secret of it: a password in its address or its program's arguments, or a header that
    /// authorizes.
    fileprivate var holdsSecret: Bool {
        ([address] + arguments).contains { $0.withMaskedPasswords != $0 }
            || headers.keys.contains { name in
                let name = name.lowercased()
                return name != "idempotency-key" && Self.secretHeaders.contains { name.contains($0) }
            }
    }

    private static let secretHeaders = ["auth", "token", "secret", "key", "password", "cookie", "session"]
}
