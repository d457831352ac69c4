import Formats
import Payloads

/// Days and times as they are entered.
enum FormDate {
    /// The day in `1985-04-12`; nil for anything else, and days that there are not.
    static func day(_ text: String) -> CivilDate? {
        let parts = text.utf8Slice.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2], let year = parts[0].decimal,
            let month = parts[1].decimal, let day = parts[2].decimal
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }
}
