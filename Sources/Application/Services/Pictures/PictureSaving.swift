import Capture
import Config
import Files
import Formats
import Foundation
import History

/// Puts pictures into the user's folder, each under a name of its own.
package struct PictureSaving: Sendable {
    /// The folder; made, for this user alone, when it is not there.
    package var folder: String
    /// How they are kept.
    package var format: StillFile.Format
    /// The zone whose time is in the names.
    package var timeZone: TimeZone

    /// Where a camera's JPEG is decoded, if it must be.
    package var parsing: any PictureParsing

    /// As the settings say, in the user's own folder.
    package init(_ settings: Settings, parsing: any PictureParsing) {
        self.init(folder: Paths.pictures, format: StillFile.Format(rawValue: settings.pictureFormat) ?? .jpeg)
        self.parsing = parsing
    }

    /// Pictures in `folder`, in local time.
    package init(folder: String, format: StillFile.Format, timeZone: TimeZone = .current) {
        (self.folder, self.format, self.timeZone) = (folder, format, timeZone)
        parsing = DirectParsing()
    }

    /// Pictures of one second at most; nobody presses a key more often.
    private static let maxOfOneName = 999

    /// Saves `picture` as it is seen, whole or not at all; no file that is there is touched.
    ///
    /// - Returns: its path.
    /// - Throws: one line that says what is wrong with folder or disk.
    package func save(
        _ picture: StillPicture, quarterTurns: Int = 0, isMirrored: Bool = false, metadata: PictureMetadata
    ) throws -> String {
        let bytes = try StillFile.encode(
            picture, as: format, quarterTurns: quarterTurns, isMirrored: isMirrored, metadata: metadata,
            parsing: parsing)
        guard Folder.make(folder) == 0 else {
            throw UserError("\(folder) cannot be created: check its permissions, or set XDG_PICTURES_DIR")
        }
        let name = folder + "/" + Self.name(of: metadata.time, in: timeZone)
        for number in 1...Self.maxOfOneName {
            let path = name + (number == 1 ? "" : "-\(number)") + ".\(format.ending)"
            do {
                try ExportFile.write(to: path) { sink in try bytes.withUnsafeBytes { try sink($0) } }
                return path
            } catch let error as ExportError where error.isAlreadyThere {
                continue
            }
        }
        throw UserError("\(name).\(format.ending) and \(Self.maxOfOneName - 1) more already exist")
    }

    /// `quietzone-20261121-145318`: sorted by name they are sorted by time.
    package static func name(of time: Date, in timeZone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let at = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: time)
        let numbers = [at.year, at.month, at.day, at.hour, at.minute, at.second].map { ($0 ?? 0).padded(to: 2) }
        return "quietzone-\(numbers[..<3].joined())-\(numbers[3...].joined())"
    }
}
