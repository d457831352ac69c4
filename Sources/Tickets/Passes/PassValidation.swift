import Formats
import Foundation

/// Compares pass.json with the table of keys.
struct PassValidation {
    /// More errors are not listed, nor more cautions: a file of strangers may have thousands.
    static let maximumOfEach = 100

    private(set) var problems: [PassProblem] = []
    /// Counted apart, so that no number of cautions hides an error.
    private var (errors, cautions) = (0, 0)
    private let style: PassStyle?

    init(style: PassStyle?) { self.style = style }

    mutating func add(_ kind: PassProblem.Kind, _ place: String, _ words: String) {
        let problem = PassProblem(kind, place, words)
        guard (problem.isError ? errors : cautions) < Self.maximumOfEach else { return }
        if problem.isError { errors += 1 } else { cautions += 1 }
        problems.append(problem)
    }

    /// - Parameter place: what stands before a key of it: empty, or `barcodes[0]`.
    mutating func check(_ value: JSONValue, as object: PassObject, at place: String) {
        guard case .object(let members) = value else {
            return add(.wrongType, place, "this must be an object in braces")
        }
        var seen: Set<String> = []
        for member in members {
            let name = place.isEmpty ? member.key : "\(place).\(member.key)"
            guard seen.insert(member.key).inserted else {
                add(.repeatedKey, name, "the key appears twice: leave one out")
                continue
            }
            guard let key = object[member.key] else {
                add(.unknownKey, name, "unknown key: Wallet ignores it")
                continue
            }
            if let style, let styles = key.styles, !styles.contains(style) {
                add(.keyOfOtherStyle, name, "Wallet ignores it: a \(style.title.lowercased()) has no such key")
            }
            if let successor = key.successor { noteSuccessor(successor, name, members) }
            check(member.value, as: key.rule, at: name)
        }
        for key in object.keys where key.isRequired && !seen.contains(key.name) {
            add(.keyMissing, place.isEmpty ? key.name : "\(place).\(key.name)", "it is required, but missing")
        }
    }

    /// An old key beside its successor is for old devices.
    private mutating func noteSuccessor(_ successor: String, _ name: String, _ members: [JSONValue.Member]) {
        if !members.contains(where: { $0.key == successor }) {
            add(.oldKey, name, "\(successor) replaces it: use both, or only that")
        }
    }

    private mutating func check(_ value: JSONValue, as rule: PassRule, at place: String) {
        switch (rule, value) {
        case (.anything, _), (.text, .string), (.flag, .bool), (.number, .integer), (.number, .number),
            (.whole, .integer), (.fieldValue, .integer), (.fieldValue, .number), (.fieldValue, .string):
            return
        case (.nonEmpty, .string(let text)):
            if text.allSatisfy(\.isWhitespace) { add(.wrongValue, place, "it must not be empty") }
        case (.within(let range), .integer(let number)):
            if !range.contains(Double(number)) { add(.wrongValue, place, "it must be \(rule.words)") }
        case (.within(let range), .number(let number)):
            if !range.contains(number) { add(.wrongValue, place, "it must be \(rule.words)") }
        case (.date, .string(let text)): check(date: text, at: place)
        case (.colour, .string(let text)):
            if PassColour(text) == nil { add(.wrongValue, place, "it must be \(rule.words)") }
        case (.webAddress, .string(let text)): check(address: text, at: place)
        case (.currency, .string(let text)):
            if text.utf8.count != 3 || !text.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) {
                add(.wrongValue, place, "it must be \(rule.words)")
            }
        case (.uuid, .string(let text)):
            if UUID(uuidString: text) == nil { add(.wrongValue, place, "it must be \(rule.words)") }
        case (.choice(let names), .string(let text)):
            if !names.contains(text) { add(.wrongValue, place, "it must be \(names.joined(separator: ", "))") }
        case (.list(let element, let most), .array(let elements)):
            if elements.count > most {
                add(.tooMany, place, "there are \(elements.count), but Wallet accepts only \(most)")
            }
            for (index, value) in elements.prefix(most).enumerated() {
                check(value, as: element, at: "\(place)[\(index)]")
            }
        case (.object(let object), .object): check(value, as: object, at: place)
        default: add(.wrongType, place, "this must be \(rule.words)")
        }
    }

    mutating func check(date text: String, at place: String) {
        do throws(PassDate.DateError) {
            _ = try PassDate(text)
        } catch {
            switch error {
            case .withoutZone: add(.dateWithoutZone, place, "the date has no time zone: write 2026-12-24T19:30+01:00")
            case .wrong: add(.dateWrong, place, "it must be \(PassRule.date.words)")
            }
        }
    }

    private mutating func check(address text: String, at place: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
            scheme == "https" || scheme == "http"
        else { return add(.wrongValue, place, "it must be a web address such as https://example.org/") }
        if scheme == "http", place == "webServiceURL" {
            add(.notHTTPS, place, "Wallet uses only HTTPS: begin it with https://")
        }
    }
}
