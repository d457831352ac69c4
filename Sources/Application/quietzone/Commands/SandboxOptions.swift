import Services
import ArgumentParser

/// Where pictures are parsed and read: by default in child processes that may die of them, and have no rights.
struct SandboxOptions: ParsableArguments {
    @Flag(help: "Parse and decode in this process instead of confined children: for debugging.")
    var inProcess = false

    @Flag(help: "Read nothing where the system cannot confine the children that parse and decode.")
    var requireSandbox = false

    func validate() throws {
        if inProcess && requireSandbox {
            throw ValidationError("--in-process confines nothing, which --require-sandbox asks for: leave one out")
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
