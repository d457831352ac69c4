import Formats
import SeededRandomness
import Symbols
import Testing

@testable import Payloads

/// Values in unaligned packed encoding rules.
@Suite struct UPERReaderTests {
    /// Values of every type of the schema come back as they were written.
    @Test(arguments: 1...3) func whatIsWrittenIsReadAgain(version: Int) {
        var random = RandomValue(schema: ASN1Schema.railTickets[version - 1], seed: UInt64(version))
        for name in random.schema.structures.keys.sorted() {
            for _ in 0..<20 {
                let value = random.structure(name, depth: 0)
                let bytes = UPERWriter.bytes(value, of: name, version: version)
                #expect(UPERReader.value(of: name, in: bytes, version: version) == value, "\(name)")
            }
        }
    }

    /// Fields of later versions are skipped, and what follows is read.
    @Test(arguments: ["UicRailTicketData", "IssuingData", "DocumentData", "PassData", "StationPassageData"])
    func fieldsOfLaterVersionsAreSkipped(type: String) throws {
        let value = try #require(
            UPERReader.value(of: "UicRailTicketData", in: FlexibleTicketTests.bytes(RailVectors.pass), version: 3))
        let bytes = UPERWriter.bytes(value, of: "UicRailTicketData", version: 3, extending: type)
        #expect(UPERReader.value(of: "UicRailTicketData", in: bytes, version: 3) == value)
    }

    /// A sample is what it is made of, bit by bit.
    @Test(arguments: [
        (RailVectors.monthly, 3), (RailVectors.pass, 3), (RailVectors.openTicket1, 1), (RailVectors.openTicket2, 2),
        (RailVectors.countermark, 1),
    ])
    func samplesAreWrittenAsTheyAre(hex: String, version: Int) throws {
        let bytes = FlexibleTicketTests.bytes(hex)
        let value = try #require(UPERReader.value(of: "UicRailTicketData", in: bytes, version: version))
        let written = UPERWriter.bytes(value, of: "UicRailTicketData", version: version)
        #expect(written == Array(bytes.prefix(written.count)))
        #expect(bytes.dropFirst(written.count).allSatisfy { $0 == 0 })
    }

    @Test func numbersBeyondTheirBoundsAreNone() {
        // 120 of 0 to 99, in seven bits.
        var bits = BitWriter()
        bits.flag(false)
        for _ in 0..<3 { bits.flag(false) }
        #expect(UPERReader.value(of: "LuggageRestrictionType", in: bits.bytes, version: 3) == .fields([:]))
        bits = BitWriter()
        for flag in [false, true, false, false] { bits.flag(flag) }
        bits.number(120, 7)
        #expect(UPERReader.value(of: "LuggageRestrictionType", in: bits.bytes, version: 3) == nil)
    }

    @Test func aNumberOfMoreThan64BitsKeepsItsBytes() {
        var bits = BitWriter()
        bits.number(9, 8)
        bits.octets([1, 2, 3, 4, 5, 6, 7, 8, 9])
        bits.number(1, 8)
        bits.octets([0xFF])
        #expect(
            UPERReader.value(of: "DeltaCoordinates", in: bits.bytes, version: 3)
                == .fields(["longitude": .bytes([1, 2, 3, 4, 5, 6, 7, 8, 9]), "latitude": .integer(-1)]))
    }

    @Test func unknownTypesAndVersionsHaveNoValues() {
        #expect(UPERReader.value(of: "NoSuchType", in: [0, 0, 0], version: 1) == nil)
        for version in [0, 4, -1, Int.max] {
            #expect(UPERReader.value(of: "DeltaCoordinates", in: [0, 0, 0], version: version) == nil)
        }
    }

    /// Routes within routes end the reading, not the program.
    @Test func nestingHasAnEnd() {
        func route(_ depth: Int) -> ASN1Value {
            let inner = depth == 0 ? [:] : ["route": ASN1Value.list([route(depth - 1)])]
            return .fields(inner.merging(["border": .boolean(false)]) { first, _ in first })
        }
        for (depth, isRead) in [(10, true), (200, false)] {
            let bytes = UPERWriter.bytes(route(depth), of: "ViaStationType", version: 1)
            #expect((UPERReader.value(of: "ViaStationType", in: bytes, version: 1) != nil) == isRead)
        }
    }

    @Test func manyEmptyItemsHaveAnEnd() {
        // A list of 16,383 parts without a byte in them.
        let bytes = [0x01, 0x55, 0x62, 0x00, 0x5F, 0xFF, 0x80] + Array(repeating: UInt8(0), count: 60_000)
        #expect(UPERReader.value(of: "UicBarcodeHeader", in: bytes, version: 1) == nil)
    }

    /// Damaged samples and random bytes never trap, whatever is made of them.
    @Test(arguments: 1...3) func damagedTicketsNeverTrap(version: Int) {
        var random = SplitMix(state: UInt64(version))
        let samples = [
            RailVectors.monthly, RailVectors.pass, RailVectors.openTicket1, RailVectors.openTicket2,
            RailVectors.countermark, RailVectors.allElements,
        ].map(FlexibleTicketTests.bytes)
        for round in 0..<400 {
            var bytes = samples[round % samples.count]
            if round.isMultiple(of: 4) { bytes = (0..<random.below(400)).map { _ in UInt8(random.below(256)) } }
            for _ in 0...random.below(3) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            let payload = FlexibleTicketTests.parse(bytes, record: ["13", "02", "03"][version - 1])
            #expect(payload.kind == .railTicket)
            #expect(HostileInputTests.use(payload) > 0)
        }
        for sample in [RailVectors.dynamic1, RailVectors.dynamic2].map(FlexibleTicketTests.bytes) {
            for _ in 0..<200 {
                var bytes = sample
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
                let content = SymbolContent(symbology: .aztec, bytes: bytes, text: nil, charset: nil)
                #expect(HostileInputTests.use(Payload.parse(content, today: testDay)) > 0)
            }
        }
    }

    /// Each row names a type that there is, and bounds in order.
    @Test func theTableIsWhole() {
        let rows = DataTable.rows(PackageResources.rail_tickets_tsv)
        #expect(rows.count > 500)
        for row in rows where !row[0].isEmpty { #expect(row.count == 3 && row[1].isEmpty, "\(row)") }
        for row in rows where row[0].isEmpty {
            #expect(row.count == 3 || row.count == 4 && "123".contains(row[3]), "\(row)")
        }
        for schema in ASN1Schema.railTickets {
            for (name, structure) in schema.structures {
                #expect(Set(structure.fields.map(\.name)).count == structure.fields.count, "\(name)")
                for field in structure.fields {
                    var form = field.form
                    if case .list(let item) = form { form = item }
                    if case .named(let type) = form { #expect(schema.structures[type] != nil, "\(name).\(field.name)") }
                }
            }
        }
    }
}

/// Values with random contents.
private struct RandomValue {
    let schema: ASN1Schema
    private var random: SplitMix

    init(schema: ASN1Schema, seed: UInt64) { (self.schema, random) = (schema, SplitMix(state: seed)) }

    mutating func structure(_ name: String, depth: Int) -> ASN1Value {
        let structure = schema.structures[name]!
        if structure.isChoice {
            let field = structure.fields[random.below(structure.fields.count)]
            return .fields([field.name: value(field.form, depth: depth)])
        }
        var fields: [String: ASN1Value] = [:]
        for field in structure.fields where !field.isOptional || random.below(depth < 3 ? 2 : depth < 6 ? 8 : 100) == 0
        {
            fields[field.name] = value(field.form, depth: depth)
        }
        return .fields(fields)
    }

    private mutating func value(_ form: ASN1Schema.Form, depth: Int) -> ASN1Value {
        switch form {
        case .boolean: .boolean(random.below(2) == 0)
        case .integer(let range?): .integer(Int.random(in: range, using: &random))
        case .integer(nil): .integer(Int(truncatingIfNeeded: random.next()) >> random.below(64))
        case .enumeration(let known): .integer(random.below(known + 20))
        case .ia5(let bounds): .text(text(Int.random(in: bounds ?? 0...200, using: &random)))
        case .utf8: .text(text(random.below(20)) + "ä→")
        case .bytes: .bytes((0..<random.below(150)).map { UInt8(truncatingIfNeeded: $0) })
        case .list(let item): .list((0..<random.below(3)).map { _ in value(item, depth: depth + 1) })
        case .named(let name): structure(name, depth: depth + 1)
        }
    }

    private mutating func text(_ count: Int) -> String {
        String(decoding: (0..<count).map { _ in UInt8(0x20 + random.below(95)) }, as: UTF8.self)
    }
}
