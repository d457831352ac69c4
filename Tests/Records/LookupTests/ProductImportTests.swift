import Files
import Formats
import Foundation
import GRDB
import TestFolders
import Testing

@testable import Lookup

@Suite struct ProductImportTests {
    private let folder: TestFolder
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    init() throws { folder = try TestFolder() }

    private var importing: ProductImport { ProductImport(into: folder.path + "/products") }
    private var products: OfflineProducts { OfflineProducts(in: folder.path + "/products") }

    private let marker = ProductNumber(typed: "4006381333931")!

    @Test func whatAnotherProgramImportsIsSeen() throws {
        let before = products
        #expect(before.current.indexes.isEmpty)
        let path = try folder.file("list.csv", "gtin,name\n4006381333931,Marker\n")
        _ = try importing.run(path, now: now)
        #expect(before.indexes.isEmpty)
        #expect(before.current.indexes.count == 1)
    }

    @Test func aNumberIsAnsweredByTheIndex() throws {
        let path = try folder.file("list.csv", "gtin,name,price\n4006381333931,Marker,1.49 EUR\n")
        let outcome = try importing.run(path, now: now)
        #expect(
            outcome == .init(index: "list", form: "list", products: 1, skipped: 0, bad: 0, problems: []))
        let hit = try #require(try products.hits(for: marker).first)
        #expect(hit.title == "Marker")
        #expect(hit.source == "list")
        #expect(hit.retrieved == now)
        #expect(hit.facts[.price] == "1.49 EUR")
        #expect(try products.hits(for: ProductNumber.test(1)).isEmpty)
    }

    @Test func listsOfOnesOwnAnswerFirst() throws {
        let row = "4006381333931\t\t1\tTheirs\t\t\t\t\t\t\t"
        let dump = try folder.file("off.csv", DumpFormTests.foodTable.split(separator: "\n")[0] + "\n" + row + "\n")
        _ = try importing.run(dump, now: now)
        #expect(try products.hits(for: marker).first?.facts[.name] == "Theirs")
        #expect(try products.hits(for: marker).first?.licence == "ODbL 1.0")
        _ = try importing.run(try folder.file("zz.csv", "ean,name\n4006381333931,Ours\n"), name: "zz", now: now)
        #expect(products.indexes.map(\.name) == ["zz", "open-food-facts"])
        #expect(try products.hits(for: marker).first?.facts[.name] == "Ours")
        #expect(try products.hits(for: marker, in: "open-food-facts").first?.facts[.name] == "Theirs")
    }

    @Test func severalReleasesHaveOneBarcode() throws {
        let lines = (1...30).map { DumpFormTests.release.replacing("Pink Moon", with: "Pink Moon \($0)") }
        _ = try importing.run(try folder.file("release", lines.joined(separator: "\n")), now: now)
        let hits = try products.hits(for: try #require(ProductNumber(typed: "042284292320")))
        #expect(hits.count == ProductIndexSchema.maximumHits)
        #expect(hits.first?.facts[.name] == "Pink Moon 1")
    }

    @Test func theLastRowOfAListCounts() throws {
        let path = try folder.file("list.csv", "gtin,name\n4006381333931,Old\n4006381333931,New\n")
        #expect(try importing.run(path, now: now).products == 1)
        #expect(try products.hits(for: marker).map(\.title) == ["New"])
    }

    @Test func aTableOfADatabaseIsRead() throws {
        let path = folder.path + "/prices.db"
        let database = try DatabaseQueue(path: path)
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE other (a, b); CREATE VIEW a_view AS SELECT 1 AS gtin, 2 AS name;
                    CREATE TABLE stock ("EAN" INTEGER, "Name" TEXT, "Preis" REAL);
                    INSERT INTO stock VALUES (4006381333931, 'Marker', 1.49), (17, 'Wrong', 0), (NULL, NULL, NULL);
                    """)
        }
        try database.close()
        let outcome = try importing.run(path, now: now)
        #expect(outcome.index == "prices")
        #expect(outcome.products == 1)
        #expect(outcome.bad == 2)
        #expect(try products.hits(for: marker).first?.facts[.price] == "1.49")
    }

    @Test func aFailedImportLeavesTheFormerIndex() throws {
        _ = try importing.run(try folder.file("list.csv", "gtin,name\n4006381333931,Former\n"), now: now)
        // The second member of this gzip file is cut.
        let cut = Data(
            base64Encoded: "H4sIAAAAAAACA0vLLCouUcjJzEvlAgAQ/O+9CwAAAB+LCAAAAAAAAgMrTk3Oz0tRyMnMS+UCAE0z")!
        for (text, form) in [
            (Array("gtin,name\n4006381333932,wrong\n".utf8), nil), ([], nil), (Array("nothing known".utf8), nil),
            (Array("gtin;nothing\n1;2\n".utf8), PriceList.form), (Array(cut), PriceList.form),
            (Array("SQLite format 3\0 but damaged".utf8), nil), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], nil),
        ] as [([UInt8], DumpForm?)] {
            let path = try folder.file("bad", text)
            #expect(throws: UserError.self) { try importing.run(path, form: form, name: "list", now: now) }
            #expect(try products.hits(for: marker).map(\.title) == ["Former"])
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/products")
        #expect(names == ["list.sqlite"])
    }

    @Test func whatAnEndedImportHasLeftIsRemoved() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/products", withIntermediateDirectories: true)
        // No process has this number.
        _ = try folder.file("products/list.sqlite.4194305.new", "draft")
        #expect(products.indexes.isEmpty)
        _ = try importing.run(try folder.file("list.csv", "gtin,name\n4006381333931,Marker\n"), now: now)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/products") == ["list.sqlite"])
    }

    @Test func aDamagedIndexIsSaidAndTheOthersAnswer() throws {
        _ = try importing.run(try folder.file("list.csv", "gtin,name\n4006381333931,Marker\n"), now: now)
        _ = try folder.file("products/broken.sqlite", "SQLite format 3\0 and nothing else")
        _ = try folder.file("products/empty.sqlite", "")
        #expect(products.problems.count == 2)
        #expect(try products.hits(for: marker).count == 1)
    }

    @Test func aFileThatHasChangedIsKnown() throws {
        let path = try folder.file("list.csv", "gtin,name\n4006381333931,Marker\n")
        _ = try importing.run(path, now: now)
        #expect(products.indexes.first?.isOutdated == false)
        _ = try folder.file("list.csv", "gtin,name\n4006381333931,Marker, yellow\n")
        #expect(products.indexes.first?.isOutdated == true)
        try FileManager.default.removeItem(atPath: path)
        #expect(products.indexes.first?.isOutdated == nil)
    }

    @Test func badRowsAreCountedAndTheFirstNamed() throws {
        let wrong = (0..<20).map { "\($0),wrong" }.joined(separator: "\n")
        let path = try folder.file("list.csv", "gtin,name\n4006381333931,Marker\n\(wrong)\n")
        let outcome = try importing.run(path, now: now)
        #expect(outcome.bad == 20)
        #expect(outcome.problems.count == ProductImport.maximumProblems)
        #expect(outcome.problems.first?.hasPrefix("line 3: ") == true)
    }

    @Test(arguments: ["../list", "a/b", "", "a b", String(repeating: "a", count: 61)])
    func namesStayInTheFolder(name: String) throws {
        let path = try folder.file("list.csv", "gtin,name\n4006381333931,Marker\n")
        #expect(throws: UserError.self) { try importing.run(path, name: name, now: now) }
    }
}
