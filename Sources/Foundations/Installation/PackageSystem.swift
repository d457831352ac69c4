import Glibc

/// How packages are installed on a system, by its /etc/os-release (os-release(5)).
///
///     PackageSystem.current.command(for: ["ffmpeg"])      // "sudo apt install ffmpeg"
package struct PackageSystem: Sendable, Hashable {
    /// A package manager, by its command.
    package enum Manager: String, Sendable, Hashable, CaseIterable {
        case apt, dnf, pacman

        fileprivate var installing: String { self == .pacman ? "pacman -S" : "\(rawValue) install" }
    }

    /// The name of the system for people, such as `Debian GNU/Linux 13 (trixie)`; untrusted.
    package var name: String
    /// Nil on a system whose packages are not known here.
    package var manager: Manager?
    /// Whether packages are installed without sudo.
    package var isRoot = false

    package init(name: String, manager: Manager?, isRoot: Bool = false) {
        (self.name, self.manager, self.isRoot) = (name, manager, isRoot)
    }

    /// The system that an os-release file describes: its own name, else that of one that it is like, gives the manager.
    package init(osRelease text: String, isRoot: Bool = false) {
        var values: [Substring: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let value = line[line.index(after: equals)...].filter { $0 != "\"" && $0 != "'" }
            values[line[..<equals]] = String(value.prefix(80))
        }
        name = values["PRETTY_NAME"] ?? values["NAME"] ?? "Linux"
        let families = [values["ID"] ?? ""] + (values["ID_LIKE"] ?? "").split(separator: " ").map(String.init)
        manager = families.lazy.compactMap(Self.manager).first
        self.isRoot = isRoot
    }

    private static func manager(of family: String) -> Manager? {
        switch family {
        case "debian", "ubuntu": .apt
        case "fedora", "rhel", "centos": .dnf
        case "arch", "archlinux": .pacman
        default: nil
        }
    }

    /// The system that this process runs on; read once.
    package static let current: PackageSystem = {
        var text = ""
        for path in ["/etc/os-release", "/usr/lib/os-release"] where text.isEmpty {
            guard let file = fopen(path, "re") else { continue }
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = fread(&bytes, 1, bytes.count, file)
            fclose(file)
            text = String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        return PackageSystem(osRelease: text, isRoot: geteuid() == 0)
    }()

    /// The command that installs `packages`; nil for none, and where the manager is not known.
    package func command(for packages: [String]) -> String? {
        guard let manager, !packages.isEmpty else { return nil }
        return (isRoot ? "" : "sudo ") + "\(manager.installing) \(packages.joined(separator: " "))"
    }

    /// The command that installs `part`; without a known manager, what is to be installed.
    package func advice(for part: OptionalPart) -> String {
        command(for: [part.package(on: self)]) ?? "install \(part.package(on: self))"
    }
}
