import Files
import Formats
import Foundation
import Symbols

/// What the program itself has exported.
extension TableForm {
    /// CSV and TSV, with the usual columns or others; a symbology, and bytes or a text, must be among them.
    static let quietzone = TableForm(
        recognises: { names in
            let names = Set(names.map { $0.lowercased() })
            return names.contains("symbology") && (names.contains("bytes") || names.contains("text"))
        }, column: { $0.lowercased() }, draft: { row throws(UserError) in try QuietzoneForms.draft(row) })
}

extension ObjectForm {
    static let quietzone = ObjectForm(
        recognises: { $0["symbology"] is String },
        draft: { object throws(UserError) in try QuietzoneForms.draft(object) })
}

private enum QuietzoneForms {
    private static let names = Dictionary(
        uniqueKeysWithValues: ExportColumn.allCases.map { ($0, $0.rawValue.lowercased()) })

    static func draft(_ row: TableRow) throws(UserError) -> ScanDraft {
        func cell(_ column: ExportColumn) -> String? {
            names[column].flatMap { row[$0] }.map(FormulaGuard.withoutApostrophes)
        }
        var draft = try draft(symbology: cell(.symbology) ?? "", time: cell(.time) ?? "")
        let bytes = try bytes(cell(.bytes))
        draft.setContent(bytes: bytes, text: text(cell(.text), bytes, cell(.charset)), charset: cell(.charset))
        draft.setIdentifier(cell(.identifier))
        draft.setAddOn(cell(.addOn))
        setPart(cell(.part), of: &draft)
        if let corners = cell(.corners), !corners.isEmpty {
            draft.setCorners(points(corners))
        }
        draft.setSource(cell(.source))
        draft.setPicture(cell(.picture))
        draft.setZone(cell(.zone))
        if let frame = cell(.frame), !frame.isEmpty {
            draft.setFrame(frame.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
        }
        if let quantity = cell(.quantity), !quantity.isEmpty { draft.setQuantity(Int(quantity) ?? -1) }
        draft.setLastSeen(cell(.lastSeen))
        draft.setSession(cell(.session))
        draft.setTags(RemarkChange.tags(in: cell(.tags) ?? ""))
        draft.setNote(cell(.note))
        draft.setProduct(cell(.product))
        draft.setPinned(cell(.pinned) == "1")
        var fields = cell(.fields).map(SessionFields.fields) ?? [:]
        if let letter = cell(.grade), let value = cell(.gradeValue).flatMap({ Double($0) }), !letter.isEmpty {
            fields.merge(ScanGrade(letter: letter, value: value).fields) { own, _ in own }
        }
        draft.setFields(fields)
        draft.setIdentity(cell(.identity))
        return draft
    }

    static func draft(_ object: [String: Any]) throws(UserError) -> ScanDraft {
        func text(_ key: String) -> String? { object[key] as? String }
        var draft = try draft(symbology: text("symbology") ?? "", time: text("time") ?? "")
        draft.setContent(bytes: try bytes(text("bytes")), text: text("text"), charset: text("charset"))
        draft.setIdentifier(text("identifier"))
        draft.setAddOn(text("addOn"))
        if let payload = object["payload"] as? [String: Any], payload["kind"] as? String == "part" {
            draft.setPart(
                number: payload["number"] as? Int ?? 0, of: payload["of"] as? Int,
                id: payload["sequence"] as? String ?? "")
        }
        if let corners = object["corners"] { draft.setCorners(corners as? [[Double]] ?? []) }
        draft.setSource(fileName("source", object) ?? fileName("path", object))
        draft.setPicture(fileName("picture", object))
        draft.setZone(text("zone"))
        if let frame = object["frame"] { draft.setFrame(frame as? [Int] ?? []) }
        if let quantity = object["quantity"] { draft.setQuantity(quantity as? Int ?? -1) }
        draft.setLastSeen(text("lastSeen"))
        draft.setSession(text("session"))
        draft.setTags(object["tags"] as? [String] ?? [])
        draft.setNote(text("note"))
        draft.setProduct(text("product"))
        draft.setPinned(object["pinned"] as? Bool == true)
        draft.setFields(object["fields"] as? [String: String] ?? [:])
        draft.setIdentity(text("identity"))
        return draft
    }

    private static func draft(symbology: String, time: String) throws(UserError) -> ScanDraft {
        guard let known = Symbology(rawValue: symbology) else {
            throw UserError("“\(symbology.prefix(40))” is not a symbology")
        }
        guard let moment = ImportedTime(time) else { throw UserError("“\(time.prefix(40))” is not a time") }
        return ScanDraft(symbology: known, time: moment)
    }

    private static func bytes(_ base64: String?) throws(UserError) -> [UInt8]? {
        guard let base64 else { return nil }
        guard let data = Data(base64Encoded: base64) else { throw UserError("the bytes are not valid Base64") }
        return Array(data)
    }

    /// The text of a cell as it was: cells cannot hold NUL, and an empty one is of no text where there are bytes.
    private static func text(_ cell: String?, _ bytes: [UInt8]?, _ charset: String?) -> String? {
        // What has no charset has no text.
        if bytes != nil, let charset, charset.isEmpty { return cell.flatMap { $0.isEmpty ? nil : $0 } }
        guard let bytes, !bytes.isEmpty else { return cell }
        if charset == nil || charset == "UTF-8", let exact = String(validating: bytes, as: UTF8.self) {
            // Another reading of the bytes, as of an old charset, is what the cell says.
            guard let cell, !cell.isEmpty, cell != exact else { return exact }
            if exact.utf8.contains(0), cell == exact.replacing("\0", with: "\u{FFFD}") { return exact }
        }
        return cell.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `[[1,2],[3,2.5],[3,4],[1,4]]`; empty for what is not an array of numbers.
    private static func points(_ text: String) -> [[Double]] {
        guard case .array(let points) = try? JSONValue(parsing: Array(text.utf8)) else { return [] }
        return points.map { point in
            guard case .array(let numbers) = point else { return [] }
            return numbers.map { number in
                switch number {
                case .integer(let integer): Double(integer)
                case .number(let double): double
                default: .nan
                }
            }
        }
    }

    /// `2/3 id`
    private static func setPart(_ cell: String?, of draft: inout ScanDraft) {
        guard let cell, !cell.isEmpty else { return }
        let halves = cell.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        draft.setPart(
            number: Int(numbers[0]).flatMap { 1...SequencePart.maxParts ~= $0 ? $0 : nil } ?? 0,
            of: numbers.count > 1 ? Int(numbers[1]) : nil, id: halves.count > 1 ? String(halves[1]) : "")
    }

    /// A name whose bytes, where they are not UTF-8, stand beside it.
    private static func fileName(_ key: String, _ object: [String: Any]) -> String? {
        if let base64 = object[key + "Bytes"] as? String, let data = Data(base64Encoded: base64) {
            return FileName.text(of: Array(data))
        }
        return object[key] as? String
    }
}
