import Foundation
import Testing

/// Secrets of the settings and of the command line.
@Suite struct SecretsEndToEndTests {
    private let program: Program

    init() throws { program = try Program() }

    private func settings(_ text: String, mode: Int) throws -> String {
        let path = try program.file("config/quietzone/config.toml", Array(text.utf8))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test func programsOfTheUsersGetNoVariableThatHoldsASecret() async throws {
        let told = program.folder.path + "/environment"
        _ = try settings(
            """
            [destination.stock]
            to = "file:\(program.folder.path)/scans.ndjson"
            secret-variable = "STOCK_KEY"

            [destination.mine]
            to = "command"
            run = ["sh", "-c", "echo \\"[$STOCK_KEY] [$OTHER] [${PATH:+path}]\\" > \(told)"]
            """, mode: 0o644)
        let picture = try program.picture("own.png", "mine")
        let result = try await program.run(
            ["watch", "--source", picture, "--keep"], extra: ["STOCK_KEY": "s3cret", "OTHER": "seen"])
        #expect(result.status == 0)
        #expect(result.errors == "", "a variable is no secret in the settings")
        #expect(try program.text("environment") == "[] [seen] [path]\n")
        // It is still there for what it is meant for.
        #expect(try program.text("scans.ndjson").contains("mine"))
    }

    @Test func settingsWithASecretThatOthersCanReadAreWarnedOf() async throws {
        let text = """
            [destination.stock]
            to = "file:\(program.folder.path)/scans.ndjson"
            headers = { Authorization = "Bearer abc" }

            """
        let path = try settings(text, mode: 0o644)
        let line =
            "\(path) holds a secret of [destination.stock], and other users can read it: make it private with chmod 600\n"
        let check = try await program.run(["config", "check"])
        #expect(check.status == 0)
        #expect(check.errors == "quietzone: warning: \(line)")
        #expect(check.output == "")
        let picture = try program.picture("own.png", "mine")
        let watch = try await program.run(["watch", "--source", picture, "--keep"])
        #expect(watch.status == 0)
        #expect(watch.errors == "quietzone: \(line)")
        // What delivers nothing uses no secret.
        #expect(try await program.run(["read", picture]).errors == "")
        _ = try settings(text, mode: 0o600)
        #expect(try await program.run(["config", "check"]).output == "\(path) is valid\n")
    }

    @Test func aPasswordAmongTheArgumentsIsWarnedOf() async throws {
        let warning = "warning: other users can see the password in --ledger: put it in ~/.pgpass"
        let wrong = try await program.run([
            "door", "new", "Night", "--ledger", "postgresql://desk:s3cret@127.0.0.1:1/doors",
        ])
        #expect(wrong.errors.contains(warning))
        #expect(!wrong.errors.contains("s3cret"))
        let again = try await program.run(["door", "set", "Night", "--ledger", "host=127.0.0.1 port=1 password=s3cret"])
        #expect(again.errors.contains(warning))
        let right = try await program.run(["door", "set", "Night", "--ledger", "postgresql://desk@127.0.0.1:1/doors"])
        #expect(!right.errors.contains("warning: other users"))
    }
}
