import Config
import Files
import Formats
import Printing

/// The templates of labels: those that the user has, and those that come with the program.
///
///     let template = try LabelTemplates.named("price")            // the user's own, else that of the program
///     let other = try LabelTemplates.named("shop/price.toml")     // a file
package enum LabelTemplates {
    private static let maximumCount = 200
    private static let maximumBytes = 64 << 10
    private static let ending = ".toml"

    /// The names that can be chosen without a path, sorted.
    package static func names(in folder: String = Paths.labels) -> [String] {
        let own = (Folder.names(in: folder) ?? []).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
            .map { String($0.dropLast(ending.count)) }
        return Set(own.prefix(maximumCount) + LabelTemplate.shipped.map(\.name)).sorted()
    }

    /// The template of a name, or in the file at a path.
    ///
    /// - Parameter folder: that of the user's templates.
    /// - Throws: `UserError` where there is none, or it cannot be read.
    package static func named(_ name: String, in folder: String = Paths.labels) throws(UserError) -> LabelTemplate {
        if name.contains("/") || name.hasSuffix(ending) { return try read(name) }
        let own = "\(folder)/\(name)\(ending)"
        if !name.isEmpty, RegularFile.isThere(own) { return try read(own) }
        if let shipped = LabelTemplate.shipped.first(where: { $0.name == name }) {
            return try LabelTemplate(toml: shipped.toml, file: name) { file throws(UserError) in
                throw UserError("\(name) has no picture \(UserError.quoted(file))")
            }
        }
        let names = names(in: folder)
        let hint = NameMatching.closest(to: name, in: names).map { "did you mean \(UserError.shown($0))?" }
        throw UserError(
            "there is no label template \(UserError.quoted(name)): \(hint ?? "there are \(names.prefix(20).map { UserError.shown($0) }.joined(separator: ", ")), and files by their path")"
        )
    }

    private static func read(_ path: String) throws(UserError) -> LabelTemplate {
        let bytes = try UserFile.read(path, limit: maximumBytes, instead: "a label template is shorter")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UserError("\(path.onOneMarkedLine) is no UTF-8 text: save it as UTF-8")
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return try LabelTemplate(toml: text, file: name.onOneMarkedLine) { file throws(UserError) in
            // Pictures lie beside their template.
            let place = file.hasPrefix("/") || file.hasPrefix("~") ? file : "\(Folder.parent(of: path) ?? ".")/\(file)"
            return try UserFile.read(place, limit: LabelPicture.maximumBytes, instead: "use a smaller picture")
        }
    }
}
