import CLoaded
import Config
import Files
import Installation

/// Looks at the system for `quietzone doctor`. Nothing is changed and nothing is sent; a camera is open for as long as a picture takes.
/// Each look has a limit of time.
package enum Doctor {
    /// What there is to be told.
    ///
    /// - Parameters:
    ///   - settings: as they are in force.
    ///   - problems: what is wrong with their file, a line each.
    ///   - isInProcess: whether pictures are decoded without the sandbox.
    package static func look(
        _ settings: Settings, problems: [String], isInProcess: Bool, smallestWindow: (columns: Int, rows: Int)
    ) -> SystemDescription {
        var system = SystemDescription()
        system.program = programName
        system.system = .current
        system.smallestWindow = smallestWindow
        // Before other threads: setlocale(3).
        system.askTerminal()
        if !settings.source.isEmpty { system.otherSource = settings.source }
        let sandbox: ParsingAndReading =
            isInProcess ? .inProcess : .confined(isRequired: false, log: { _ in }, warn: { _ in })
        system.tryDecoder(isInProcess: isInProcess)
        system.findCameras(sandbox.parsing)
        system.tryTyping()
        system.findParts(libwebsockets: String(cString: qz_web_file()))
        system.lookAtFolders(
            [("Settings", Paths.settings), ("Data", Paths.history), ("State", Paths.log)].map {
                ($0.0, Folder.parent(of: $0.1) ?? "/")
            })
        system.checkHistory(at: Paths.history)
        system.settingsProblems = problems
        system.hasSettings = Folder.contains(Paths.settings)
        system.checkClock()
        return system
    }
}
