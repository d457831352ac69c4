import Encoding
import Files
import Printing

/// What labels are made of: the first byte chooses between a table of CSV, lines and a series, the second the template, the
/// third the kind of code and the page; a template of the input's own ends with U+001E.
enum LabelFuzzing {
    private static let separator: UInt8 = 0x1E
    /// More rows than these show nothing new.
    private static let maximumRows = 24

    private static let templates = ["{code}", "{sku}-{n}", "{{{name}}}", "https://example.org/{line}"]
    private static let kinds = ["qr-code", "code-128", "data-matrix", "ean-13"].compactMap(SymbolKind.named)
    private static let layouts = ["L7160", "L7159", "L4731"].compactMap { try? LabelSheet.named($0).layout }

    private struct EnoughRows: Error {}

    /// Makes the first labels as a page and as ZPL; the same rows give the same bytes.
    static func run(_ bytes: [UInt8]) {
        guard bytes.count > 3 else { return }
        var rest = bytes[3...]
        var template = templates[Int(bytes[1]) % templates.count]
        if bytes[1] & 0x80 != 0, let end = rest.firstIndex(of: separator) {
            template = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
        }
        do {
            guard let source = try source(Int(bytes[0]) % 3, rest) else { return }
            var job = PrintJob(
                kind: kinds[Int(bytes[2]) % kinds.count], layout: layouts[Int(bytes[2] >> 2) % layouts.count])
            job.template.code = try FieldTemplate(template)
            job.template.below = [try FieldTemplate("{code} {n}")]
            let first = try written(job, source())
            // Without rows there is nothing.
            precondition(first.isEmpty || first.starts(with: Array("%PDF".utf8)), "a page that is none")
            let again = try written(job, source())
            precondition(again == first, "labels that are made in two ways")
        } catch let error as UserError {
            Refusals.check(error.description, limit: 5000)
        } catch is EnoughRows {
        } catch { preconditionFailure("an error that says nothing to people: \(error)") }
    }

    /// The rows, made again by each call; nil if there are none to be had.
    private static func source(_ form: Int, _ bytes: ArraySlice<UInt8>) throws -> (() throws -> LabelSource)? {
        switch form {
        case 0: return { try .csv(pieces(of: bytes)) }
        case 1: return { .lines(pieces(of: bytes)) }
        default:
            let series = try LabelSeries(
                String(decoding: bytes, as: UTF8.self), check: bytes.count % 2 == 0 ? "luhn" : nil)
            return { .series(series) }
        }
    }

    /// Pieces that end anywhere, as they come from pipes.
    private static func pieces(of bytes: ArraySlice<UInt8>) -> () -> [UInt8]? {
        var rest = bytes
        return {
            guard !rest.isEmpty else { return nil }
            let piece = rest.prefix(7)
            rest = rest.dropFirst(7)
            return Array(piece)
        }
    }

    private static func written(_ job: PrintJob, _ source: LabelSource) throws -> [UInt8] {
        var count = 0
        let few = LabelSource(fields: source.fields, examples: []) { take in
            try source.forEach { row in
                count += 1
                guard count <= maximumRows else { throw EnoughRows() }
                try take(row)
            }
        }
        var bytes: [UInt8] = []
        _ = try job.write(few, as: .pdf) { bytes += $0 }
        return bytes
    }

    static var seeds: [[UInt8]] {
        let tables = [
            "sku,name,line\r\nA-1,\"Ana, Ångström\",x\r\nA-2,\"two\nlines\",y\r\n", "code\n4012345678901\n",
            "sku;name\nA;B\n",
        ]
        let lines = ["A-1\nA-2\r\n\nA-3", "4012345678901\n", "漢字\n"]
        let series = ["S-{0001…0250}", "{9..1}", "A{1..3}B"]
        return [tables, lines, series].enumerated().flatMap { form, texts in
            texts.enumerated().flatMap { index, text -> [[UInt8]] in
                let plain = [UInt8(form), UInt8(index), UInt8(index * 5)] + Array(text.utf8)
                let own = [UInt8(form), 0x80, UInt8(index)] + Array("{code}/{n}".utf8) + [separator] + Array(text.utf8)
                return [plain, own]
            }
        }
    }
}
