import Foundation

/// Runs `body` with the path of a new folder, which is removed afterwards.
func withTemporaryFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
    let path = FileManager.default.temporaryDirectory.path + "/quietzone-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}
