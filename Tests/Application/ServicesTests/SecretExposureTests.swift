import Config
import Delivery
import Foundation
import Testing

@testable import Services

/// Files with secrets that other users can read.
@Suite struct SecretExposureTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/quietzone-" + UUID().uuidString
    private var file: String { folder + "/config.toml" }
    private var key: String { folder + "/stock.key" }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for path in [file, key] { try Data("secret".utf8).write(to: URL(fileURLWithPath: path)) }
    }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    private func warnings(_ mode: Int, _ change: (inout DestinationSettings) -> Void) throws -> [String] {
        for path in [file, key] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        var settings = Settings()
        var destination = DestinationSettings("stock")
        destination.address = "https://stock.example/scans"
        change(&destination)
        settings.destinations = [destination]
        return SecretExposure.warnings(settings, in: file)
    }

    private func expected(_ path: String, _ secret: String) -> [String] {
        ["\(path) holds \(secret), and other users can read it: make it private with chmod 600"]
    }

    @Test func settingsThatHoldAPasswordAreForTheirOwnerAlone() throws {
        defer { clean() }
        let address = "postgresql://desk:s3cret@db.example/stock"
        #expect(try warnings(0o644) { $0.address = address } == expected(file, "a secret of [destination.stock]"))
        for mode in [0o600, 0o640] { #expect(try warnings(mode) { $0.address = address } == []) }
        #expect(try warnings(0o644) { $0.address = "postgresql://desk@db.example/stock" } == [])
        let arguments = try warnings(0o644) { $0.arguments = ["psql", "host=db password=s3cret"] }
        #expect(arguments == expected(file, "a secret of [destination.stock]"))
    }

    @Test(arguments: [
        ("Authorization", true), ("X-API-Key", true), ("x-auth-token", true), ("Cookie", true),
        ("Idempotency-Key", false),
        ("Content-Type", false), ("X-Source", false),
    ])
    func aHeaderThatAuthorizesIsASecret(name: String, isSecret: Bool) throws {
        defer { clean() }
        let found = try warnings(0o644) { $0.headers = [name: "Bearer abc"] }
        #expect(found == (isSecret ? expected(file, "a secret of [destination.stock]") : []))
    }

    @Test func aPrivateKeyIsForItsOwnerAlone() throws {
        defer { clean() }
        for (mode, lines) in [(0o644, expected(key, "a private key")), (0o600, [])] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
            #expect([SecretExposure.warning(ofKeyIn: key)].compactMap(\.self) == lines)
        }
        #expect(SecretExposure.warning(ofKeyIn: "/dev/null") == nil, "no file")
    }

    @Test func aSecretFileIsForItsOwnerAlone() throws {
        defer { clean() }
        let key = key
        #expect(try warnings(0o644) { $0.secretFile = key } == expected(key, "the secret of [destination.stock]"))
        #expect(try warnings(0o600) { $0.secretFile = key } == [])
        #expect(try warnings(0o644) { $0.secretFile = key + ".missing" } == [])
        #expect(try warnings(0o644) { $0.secretVariable = "STOCK_KEY" } == [])
    }
}
