import Services
import ArgumentParser

/// Where pictures are parsed and read: by default in child processes that may die of them, and have no rights.
struct SandboxOptions: ParsableArguments {
    @Flag(help: "Decode in this process, without the sandbox: for debugging.")
    var inProcess = false

    @Flag(help: "Fail if the system cannot sandbox the decoder.")
    var requireSandbox = false

    func validate() throws {
        if inProcess && requireSandbox {
            throw ValidationError("use either --in-process or --require-sandbox")
        }
    }

    /// What makes parsers and readers; `log` takes a line for each child that had to be replaced, `warn` the one that says
    /// that children are not confined.
    func sandbox(
        log: @escaping @Sendable (String) -> Void, warn: @escaping @Sendable (String) -> Void
    ) -> ParsingAndReading {
        inProcess ? .inProcess : .confined(isRequired: requireSandbox, log: log, warn: warn)
    }
}
