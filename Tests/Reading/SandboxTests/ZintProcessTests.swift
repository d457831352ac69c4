import Encoding
import Synchronization
import Testing

@testable import Sandbox

@Suite(.serialized) struct ZintProcessTests {
    private static let examples = [
        ("ean-13-composite", "4012345678901|(10)AB"), ("gs1-128-composite", "(01)04012345678901|(10)AB"),
        ("databar-composite", "0401234567890|(10)AB"), ("databar-expanded-composite", "(01)04012345678901|(10)AB"),
    ]

    private func kind(_ name: String) throws -> SymbolKind { try #require(SymbolKind.named(name)) }

    @Test func aCompositeIsTheSameWhereverItIsMade() throws {
        let making = SymbolEncoder(confined: ZintProcess(policy: ConfinementPolicy(program: program)))
        for (name, text) in Self.examples {
            let made = try making.make(.text(text), as: kind(name))
            #expect(made.grid == (try SymbolEncoder().make(.text(text), as: kind(name)).grid), "\(name)")
        }
        #expect(throws: EncodingError.self) { try making.make(.text("4012345678901"), as: kind("ean-13-composite")) }
        #expect(try making.make(.text("x"), as: kind("qr-code")).grid.width == 21)
    }

    @Test func hostileContentsCostOneLineEach() throws {
        let making = SymbolEncoder(confined: ZintProcess(policy: ConfinementPolicy(program: program)))
        let tails = [
            "", "|", "||", "|(", "|(01)", "|[]", "|[01]1", "|(10)", "|(10)" + String(repeating: "A", count: 390),
            "|(90)", "|(90)A", "|(11)991332(10)", "|(11)250230(10)A", "|(99)\u{1D}\u{1D}", "|(10)|(10)A",
            "|(90)1AB" + String(repeating: "1", count: 300), "|(8005)000001(10)ABC", "|(10)\u{0}", "|[10]\u{7F}",
            String(repeating: "1", count: 8000), "|(91)" + String(repeating: "9a", count: 180),
        ]
        for kind in SymbolKind.all where kind.needsConfinement {
            let linear = Self.linear(kind.name)
            for tail in tails {
                do throws(EncodingError) {
                    #expect(try making.make(.text(linear + tail), as: kind).grid.width > 0)
                } catch {
                    #expect(!error.description.contains("\n") && error.description.utf8.count < 400)
                    #expect(error.description.hasPrefix(kind.title))
                }
            }
        }
    }

    private static func linear(_ name: String) -> String {
        for (start, text) in [
            ("ean-13", "4012345678901"), ("ean-8", "96385074"), ("upc-a", "036000291452"), ("upc-e", "01234565"),
            ("gs1-128", "(01)04012345678901"), ("databar-expanded", "(01)04012345678901"),
        ] where name.hasPrefix(start) { return text }
        return "0401234567890"
    }

    #if DEBUG
        @Test(arguments: [ChildTest.crash, .abort, .loop])
        func aMakerThatDiesIsOneLine(test: ChildTest) throws {
            let lines = Mutex<[String]>([])
            let process = ZintProcess(policy: ConfinementPolicy(program: program)) { line in
                lines.withLock { $0.append(line) }
            }
            let making = SymbolEncoder(confined: process)
            let (name, text) = Self.examples[0]
            let kind = try kind(name)
            _ = try making.make(.text(text), as: kind)
            process.setNextTest(test)
            let error = #expect(throws: EncodingError.self) { try making.make(.text(text), as: kind) }
            let line = error?.description ?? ""
            #expect(line.hasPrefix("EAN-13 Composite cannot be made now: the maker "), "\(line)")
            #expect(!line.contains("\n"))
            #expect(lines.withLock { $0.count } == 1)
            #expect(try making.make(.text(text), as: kind).grid.width > 0)
        }
    #endif

    @Test func whereItCannotBeStartedALineSaysSo() throws {
        let policy = ConfinementPolicy(program: "/nonexistent", isRequired: true)
        let making = SymbolEncoder(confined: ZintProcess(policy: policy))
        let error = #expect(throws: EncodingError.self) {
            try making.make(.text(Self.examples[0].1), as: kind(Self.examples[0].0))
        }
        #expect(error?.description.hasPrefix("EAN-13 Composite cannot be made now: ") == true)
    }
}
