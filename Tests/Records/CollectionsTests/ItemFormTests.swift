import Files
import Formats
import Lookup
import TestFolders
import Testing

@testable import Collections

/// Each form is read, written and read again.
@Suite struct ItemFormTests {
    private func read(_ text: String, _ format: String? = nil) throws -> ItemFile {
        try ItemFile(Array(text.utf8), format: format, now: now)
    }

    private func written(_ items: [Item], _ form: ItemForm, of template: CollectionTemplate) throws -> String {
        let collection = try ItemCollection("Test", template: template)
        return form.rows(for: items, of: collection).map { cells in
            cells.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n"
        }.joined()
    }

    /// What is left after a file was written and read again is what was read first.
    private func expectRoundTrip(_ file: ItemFile, _ form: ItemForm) throws {
        let again = try read(try written(file.items, form, of: form.template))
        #expect(again.format == form.name)
        #expect(again.bad == 0, "\(again.problems)")
        #expect(again.items.map(\.code) == file.items.map(\.code))
        for (a, b) in zip(again.items, file.items) {
            #expect(a.values == b.values)
            #expect((a.quantity, a.bestBefore, a.added) == (b.quantity, b.bestBefore, b.added))
        }
    }

    @Test func discogs() throws {
        let file = try read(
            #"""
            Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes,Collection Loan
            "ILPS 9184, X",Nick Drake,"Pink ""Moon""",Island Records,"LP, Album",5,1972,176778,Folk,2020-02-18 10:53:08,Very Good Plus (VG+),Near Mint (NM or M-),,Ana
            ON UDP16,Gary Clail (2),Hard Left,On-U Sound,"12""",,1986,176779,Uncategorized,2020-02-19 10:53:08,,,-1 of them,
            ON UDP16,Gary Clail (2),Hard Left,On-U Sound,"12""",,1986,176779,Uncategorized,2020-02-19 10:53:08,,,second copy,
            """#)
        #expect((file.format, file.bad, file.template) == ("discogs", 0, .music))
        #expect(file.items.map(\.code) == ["discogs:176778", "discogs:176779"])
        #expect(file.items.map(\.quantity) == [1, 2])
        let item = file.items[0]
        #expect(item["creator"] == "Nick Drake")
        #expect(item["name"] == "Pink \"Moon\"")
        #expect(item["condition"] == "Very Good Plus (VG+)")
        #expect(item["page"] == "https://www.discogs.com/release/176778")
        #expect(item.values["collection-loan"] == "Ana")
        #expect(item.added.description == "2020-02-18T10:53:08.000Z")
        #expect(ItemForm.discogs.leftOut(of: file.items) == ["collection-loan"])
        var known = file
        known.dropValues(["collection-loan"])
        let again = try read(try written(known.items, .discogs, of: .music))
        #expect(again.items.map(\.values) == known.items.map(\.values))
        #expect(again.items.map(\.code) == known.items.map(\.code))
        #expect(again.items.map(\.added) == known.items.map(\.added))
    }

    /// A record that was scanned and looked up has a number and a page of Discogs.
    @Test func aScannedRecordHasItsReleaseOnDiscogs() throws {
        var item = try Item.of("042284583626")
        item.facts = facts([
            .name: "Pink Moon", .creator: "Nick Drake",
            .page: "https://www.discogs.com/release/176778-Nick-Drake-Pink-Moon",
        ])
        let rows = ItemForm.discogs.rows(for: [item], of: try ItemCollection("Records", template: .music))
        let row = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
        #expect(row["release_id"] == "176778")
        #expect(row["Code"] == "0042284583626")
        #expect(try read(try written([item], .discogs, of: .music)).items[0].code == "0042284583626")
    }

    @Test func goodreads() throws {
        let file = try read(
            #"""
            Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies
            1,"Dune (Dune, #1)",Frank Herbert,"Herbert, Frank",,"=""0441013597""","=""9780441013593""",5,4.27,Ace,Paperback,604,2005,1965,2024/03/02,2024/03/01,"sf, read","sf (#1), read (#3)",read,"Good.
            Twice.",,,1,0
            2,Old Book,Nobody,"Nobody",,"=""""","=""""",0,3.1,,,,,,,2024/03/03,,,to-read,,,,0,2
            """#)
        #expect((file.format, file.bad) == ("goodreads", 0))
        #expect(file.items.map(\.code) == ["9780441013593", "goodreads:2"])
        #expect(file.items.map(\.quantity) == [1, 2])
        #expect(file.items[0]["review"] == "Good.\nTwice.")
        #expect(file.items[0].added.day == "2024-03-01")
        #expect(file.items[1]["page"] == "https://www.goodreads.com/book/show/2")
        try expectRoundTrip(file, .goodreads)
        let row = ItemForm.goodreads.rows(for: file.items, of: try ItemCollection("B", template: .books))[1]
        #expect(row[5...6] == ["0441013597", "9780441013593"])
        #expect(row[15] == "2024/03/01")
    }

    @Test func libraryThing() throws {
        let file = try read(
            """
            Book Id\tTitle\tSort Character\tPrimary Author\tPublication\tDate\tPrivate Comment\tBarcode\tTags\tISBN\tISBNs\tCopies\tEntry Date\tWork id\tCondition
            7\tOn the Road\t1\tKerouac, Jack\tLibrary of America (2007)\t2007\tlent\t4006381333931\tbeat, novel\t[0306406152]\t0306406152, 9780306406157\t2\t2019-04-09\t99\tgood
            8\tPamphlet\t1\t\t\t\t\t\t\t[]\t\t1\t2019-04-10\t\t
            """)
        #expect((file.format, file.bad) == ("librarything", 0))
        #expect(file.items.map(\.code) == ["9780306406157", "librarything:8"])
        #expect(file.items[0].quantity == 2)
        #expect(file.items[0].values["own-barcode"] == "4006381333931")
        #expect(file.items[0]["creator"] == "Kerouac, Jack")
        try expectRoundTrip(file, .libraryThing)
    }

    @Test func openLibrary() throws {
        let file = try read(
            """
            Work Id,Title,Authors,First Publish Year,Edition Id,Edition Count,Bookshelf,My Ratings,Ratings Average,Ratings Count,Has Ebook,Subjects,Subject People,Subject Places,Subject Times
            OL45804W,Fantastic Mr Fox,Roald Dahl,1970,OL7353617M,68,Already Read,5,4.0,10,True,"Animals, Foxes",,,
            """)
        #expect((file.format, file.bad) == ("openlibrary", 0))
        #expect(file.items[0].code == "openlibrary:OL7353617M")
        #expect(file.items[0]["page"] == "https://openlibrary.org/books/OL7353617M")
        let again = try read(try written(file.items, .openLibrary, of: .books))
        #expect(again.items.map(\.values) == file.items.map(\.values))
        #expect(again.items.map(\.code) == file.items.map(\.code))
    }

    @Test func aTableOfOnesOwn() throws {
        let file = try read(
            """
            EAN;Titel;Menge;MHD;Ort;Meine Farbe;Geändert am
            4006381333931;Stifte;3;31.01.2027;"Regal; oben";blau;gestern
            (01)04006381333931(17)261224(10)A7;Stifte;;;;;
            S-1;;0;;;;
            """)
        #expect((file.format, file.bad) == ("csv", 0))
        #expect(file.items.map(\.code) == ["4006381333931", "4006381333931", "S-1"])
        #expect(file.items.map { $0.bestBefore?.description } == ["2027-01-31", "2026-12-24", nil])
        #expect(file.items.map(\.quantity) == [3, 1, 0])
        #expect(
            file.items[0].values == [
                "name": "Stifte", "place": "Regal; oben", "meine-farbe": "blau", "geändert-am": "gestern",
            ])
        #expect(file.items[1].values["lot"] == "A7")
        #expect(file.ownFields == ["geändert-am", "meine-farbe"])
        try expectRoundTrip(file, .csv)
    }

    @Test func twoColumnsOfOneFieldAreBothKept() throws {
        let item = try read("isbn,title,name,place,shelf,location\n0-306-40615-2,A,B,C,D,E\n").items[0]
        #expect(item.values == ["name": "A", "name-2": "B", "place": "C", "place-2": "D", "place-3": "E"])
    }

    @Test func jsonKeepsEverything() throws {
        var item = try Item.of("(01)04006381333931(17)270131", 3, ["name": "Mine \u{202E}\n", "colour": "blue"])
        item.values["name"] = "Mine \u{202E}x\ny"
        item.facts = facts([.name: "Marker", .page: "https://example.org/"])
        item.source = "open-food-facts"
        var collection = try ItemCollection("Test", template: .pantry)
        collection.sections = ["genre"]
        collection.fields = ["colour"]
        let text = "{\"collection\":\(collection.json.text),\"items\":[\(item.json.text)]}"
        for text in [
            text, item.json.text, "[\(item.json.text)]", "\n\(item.json.text)\n\(try Item.of("A").json.text)\n",
        ] {
            let file = try read(text)
            #expect((file.format, file.bad) == ("json", 0), "\(file.problems)")
            let again = try #require(file.items.first)
            #expect((again.code, again.bestBefore, again.quantity) == (item.code, item.bestBefore, 3))
            #expect((again.values, again.facts, again.source) == (item.values, item.facts, item.source))
            #expect(again.added == item.added)
        }
        let shape = try #require(try read(text).shape)
        #expect(try ItemCollection("Test", shape) == collection)
    }

    @Test func objectsOfOtherCommandsAreTaken() throws {
        let lines = """
            {"gtin":"4006381333931","name":"Marker","quantity":"1 l","source":"list","retrieved":"2026-11-28T05:00:00.000Z"}
            {"source":"a.png","symbology":"qr-code","text":"S-1"}
            {"code":"S-2","values":{"name":7}}
            {"code":"S-3","values":{"a=b":"x"}}
            """
        let file = try read(lines)
        #expect(file.items.map(\.code) == ["4006381333931", "S-1"])
        #expect(file.items[0]["name"] == "Marker")
        #expect(
            file.problems == [
                "line 3: “name” is not text",
                "line 4: “a=b” is not a field name: use up to 40 letters, digits and hyphens",
            ])
    }

    @Test func badRowsAreCountedAndNamedByTheirLines() throws {
        let file = try read(
            """
            code,name,quantity,best-before
            A,ok,1,
            ,no code,1,
            B,x,many,
            C,x,1,soon
            D,x,-1,
            4.00638E+12,x,1,
            E,"two
            lines",1,
            F,"open,1
            """)
        #expect(file.items.map(\.code) == ["A", "E"])
        #expect(file.bad == 6)
        #expect(
            file.problems.map { $0.prefix { $0 != ":" } } == [
                "line 3", "line 4", "line 5", "line 6", "line 7", "line 10",
            ])
        #expect(file.problems[1] == "line 4: “many” is not a quantity from 0 to 1000000")
        let json = try read("{\"code\":\"A\"}\nnonsense\n{\"name\":1}\n")
        #expect(json.items.map(\.code) == ["A"])
        #expect(json.problems.map { $0.prefix { $0 != ":" } } == ["line 2", "line 3"])
    }

    @Test func hostileFilesAreBounded() throws {
        for text in ["", "\n\n", "name,price\nx,1\n", "[[[[", "{", "\u{FEFF}", "[1,2,null]", "{\"a\":1}"] {
            let file = try? read(text)
            #expect(file?.items.isEmpty ?? true)
        }
        #expect(throws: UserError.self) { try ItemFile([0x63, 0xFF, 0xFE, 0x0A], format: nil, now: now) }
        let long = String(repeating: "x", count: 5000)
        let file = try read("code,name\nA,\(long)\nB,\u{1B}[31m\(String(repeating: "\u{301}", count: 50))\n")
        #expect(file.items.map(\.code) == ["B"])
        #expect(file.problems == ["line 2: name is longer than 4000 characters"])
        let wide = "code," + (0..<400).map { "f\($0)" }.joined(separator: ",")
        let row = "A," + (0..<400).map { "\($0)" }.joined(separator: ",")
        #expect(try read("\(wide)\n\(row)\n").problems == ["line 2: more than 100 fields"])
    }

    @Test func aFileIsTakenInAgainWithoutDoubles() throws {
        let folder = try TestFolder()
        let store = try CollectionStore.with("Stock", .stock, in: folder)
        _ = try store.add([.of("A", 7, ["name": "Mine"])], to: "Stock")
        let file = try read("code,name,quantity,place\nA,Theirs,3,Shelf\nB,Other,2,\nB,Other,1,\n")
        for outcomes in [[Addition.Outcome.completed, .added], [.alreadyThere, .alreadyThere]] {
            #expect(try store.add(file.items, to: "Stock", isImport: true).map(\.outcome) == outcomes)
        }
        let items = try store.items(of: "Stock")
        #expect(items.map(\.quantity) == [7, 3])
        #expect(items[0].values == ["name": "Mine", "place": "Shelf"])
    }
}

extension ItemFile {
    /// Without the fields that a form has no column for.
    mutating func dropValues(_ fields: [String]) {
        items = items.map { item in
            var item = item
            for field in fields { item.values[field] = nil }
            return item
        }
    }
}
