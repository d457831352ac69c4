import Files
import Screens
import Services

/// Asking for files and writing them, beside the loop: a folder on another machine may take its time.
extension Feature {
    /// Asks where to write a file.
    ///
    /// - Parameters:
    ///   - name: what is proposed; another one like it where that is taken.
    ///   - then: what the answer leads to.
    func askForFile(
        _ title: String, hint: String = SaveTarget.hint, name: String, then: @escaping @Sendable (String) -> [Effect]
    ) {
        runJob(holdsKeys: true) {
            SaveTarget.free(name, in: ".")
        } then: { [self] free in
            prompt(title, hint: hint, text: free, .path, then: then)
        }
    }

    /// Writes the file that was typed, and asks before it overwrites one.
    ///
    /// - Parameters:
    ///   - name: what it is called where a folder was typed.
    ///   - again: what writes to a path all the same.
    ///   - write: writes to a path.
    ///   - ended: called when that has ended, however; default nothing.
    ///   - done: called with what was written, and where. What was answered is kept then; else the question comes back.
    func writeFile<Value: Sendable>(
        _ typed: String, name: String, overwrite: Bool, again: @escaping (String) -> Effect,
        _ write: @escaping @Sendable (String) throws -> Value, ended: @escaping () -> Void = {},
        done: @escaping (Value, String) -> Void
    ) {
        jobs.run(holdsKeys: true, isWork: true) { () -> (path: String, value: Value?) in
            let path = SaveTarget.resolved(typed, name: name)
            return (path, !overwrite && Folder.contains(path) ? nil : try write(path))
        } then: { [self] (result: Result<(path: String, value: Value?), any Error>) in
            ended()
            switch result {
            case .success((let path, nil)):
                display.stack.ask(.overwriting(path, by: again(path)), aboutAnswer: true)
            case .success((let path, let value?)):
                display.stack.acceptAnswer()
                done(value, path)
            case .failure(let error): display.rejectAnswer(error)
            }
            display.needsDrawing = true
        }
    }
}

extension Confirmation {
    /// The question before a file is written over.
    static func overwriting(_ path: String, by effect: Effect) -> Confirmation {
        Confirmation(
            title: "Overwrite?", lines: [.text("\(SaveTarget.shown(path)) already exists.")], yes: [effect],
            weight: .grave)
    }
}
