import Files
import Formats
import Foundation
import Web

/// A server of the settings, with its profile.
package struct InventoryServer: Sendable {
    package let settings: InventorySettings
    package let profile: InventoryProfile
    let reach: WebReach
    private let base: String
    private let userAgent: String

    package var name: String { settings.name }

    /// - Parameter userAgent: the program's name and version.
    /// - Throws: `UserError` where the address is not one of the web.
    package init(_ settings: InventorySettings, _ profile: InventoryProfile, userAgent: String) throws(UserError) {
        guard let origin = WebOrigin(settings.address) else {
            throw UserError(
                "[inventory.\(settings.name)] address: \(UserError.quoted(settings.address)) is not a web address: use one such as https://host.example"
            )
        }
        (self.settings, self.profile, self.userAgent) = (settings, profile, userAgent)
        base = settings.address.hasSuffix("/") ? String(settings.address.dropLast()) : settings.address
        // Whoever writes http:// into the settings wants it: many servers of a home have nothing else.
        reach = WebReach(base: origin, plainHosts: [origin.host])
    }

    /// What is missing before it can be asked; nil for nothing.
    package var obstacle: String? {
        do { _ = try secret() } catch { return error.description }
        return nil
    }

    private func secret() throws(UserError) -> String? {
        guard let what = profile.secret else { return nil }
        guard let bytes = try StoredSecret.bytes(file: settings.secretFile, variable: settings.secretVariable) else {
            throw UserError("\(name) needs \(what): name its file in [inventory.\(name)] secret-file")
        }
        guard let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { throw UserError("the secret of \(name) is not a line of text") }
        return text
    }

    /// What is known of a code before anything is asked: the code itself, and what its form holds.
    ///
    /// - Throws: `UserError` for a code that the server cannot know.
    package func fields(of code: String, for action: InventoryAction) throws(UserError) -> [String: String] {
        let forms = action.codes.isEmpty ? profile.codes : action.codes
        guard !forms.isEmpty else { return ["code": code] }
        guard let fields = forms.lazy.compactMap({ $0.fields(of: code) }).first else {
            let texts = forms.map(\.text).joined(separator: " or ")
            throw UserError("\(UserError.quoted(code)) is not a code of \(profile.title): expected \(texts)")
        }
        return fields.merging(["code": code]) { own, _ in own }
    }

    /// The values of an action's fields: those of the settings, and others in their place.
    ///
    /// - Throws: `UserError` that names a field that is missing or unknown.
    package func values(for action: InventoryAction, _ given: [String: String]) throws(UserError) -> [String: String] {
        let known = Set(action.needs.keys).union(action.options.keys)
        if let name = given.keys.sorted().first(where: { !known.contains($0) }) {
            let names = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
            throw UserError("\(action.name) has no field \(UserError.quoted(name)): its fields are \(names)")
        }
        let values = settings.values.filter { known.contains($0.key) }.merging(given) { _, own in own }
        if let name = action.needs.keys.sorted().first(where: { values[$0]?.isEmpty ?? true }) {
            throw UserError(
                "\(action.name) needs \(name) (\(action.needs[name] ?? "")): use --set \(name)=… or set it in [inventory.\(self.name)] values"
            )
        }
        return values
    }

    /// The request of a step.
    ///
    /// - Parameters:
    ///   - fields: values by their names.
    ///   - optional: fields that may have no value.
    ///   - key: identifies the act: a repeated request has the same.
    /// - Throws: `UserError` where a value or the secret is missing or wrong.
    func request(
        _ step: InventoryStep, _ fields: [String: String], optional: Set<String>, key: String
    ) throws(UserError) -> WebRequest {
        // Nothing in place of a value that is missing could set an amount to nothing.
        let missing = step.fields.subtracting(optional).filter { fields[$0]?.isEmpty ?? true }
        if let name = missing.min() {
            throw UserError("nothing is known of {\(name)}, which the next request needs")
        }
        let path = Self.path(step.path, fields)
        // The address itself may be all there is.
        var request = WebRequest(address: path == "/" ? settings.address : base + path)
        request.method = step.method
        var headers = ["Accept": "application/json"].merging(profile.headers) { $1 }.merging(step.headers) { $1 }
        switch step.body {
        case .json(let template):
            request.body = Array(try Self.json(template, fields).utf8)
            headers["Content-Type"] = step.headers["Content-Type"] ?? "application/json"
        case .form(let form):
            let pairs = form.sorted { $0.key < $1.key }.map { name, template in
                "\(FormText.encoded(name))=\(FormText.encoded(template.text { fields[FieldUse.name($0)] }))"
            }
            request.body = Array(pairs.joined(separator: "&").utf8)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        case nil where step.method != "GET": request.body = []
        case nil: break
        }
        let secret = try secret()
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            let line = "\(name): \(value.replacing("{secret}", with: secret ?? ""))"
            if value.contains("{secret}") { request.secretHeaders.append(line) } else { request.headers.append(line) }
        }
        if let header = profile.idempotencyHeader, step.isSent { request.headers.append("\(header): \(key)") }
        // libcurl would ask first whether a body may be sent, which some servers never answer.
        request.headers.append("Expect:")
        (request.userAgent, request.seconds) = (userAgent, settings.seconds)
        return request
    }

    private static func path(_ template: FieldTemplate, _ fields: [String: String]) -> String {
        var path = ""
        for part in template.parts {
            switch part {
            case .text(let text): path += text
            case .field(let name):
                path += FormText.encoded(fields[FieldUse.name(name)] ?? "")
            }
        }
        return path
    }

    /// A value as JSON: a text, a number where the template wants one, or `null` without a value.
    private static func json(_ template: FieldTemplate, _ fields: [String: String]) throws(UserError) -> String {
        var json = ""
        for part in template.parts {
            switch part {
            case .text(let text): json += text
            case .field(let use):
                let name = FieldUse.name(use)
                guard let value = fields[name], !value.isEmpty else {
                    json += "null"
                    continue
                }
                guard FieldUse.isNumber(use) else {
                    json += JSONValue.string(value).text
                    continue
                }
                guard let number = Double(value), number.isFinite, Self.isDecimal(value) else {
                    throw UserError("\(name) must be a number, not \(UserError.quoted(value))")
                }
                json += value
            }
        }
        return json
    }

    /// Whether JSON takes `text` as a number as it is (RFC 8259, 6), without an exponent.
    package static func isDecimal(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return false }
        return parts[0] == "0" || !parts[0].hasPrefix("0")
    }
}
