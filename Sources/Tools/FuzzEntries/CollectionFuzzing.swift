import Collections
import Files
import Formats

/// A file that is imported to a collection: a table of a service or of one's own, or JSON.
enum CollectionFuzzing {
    /// Items have codes that a store holds, each with a date once, and come back from a table of one's own; what is wrong with rows, or
    /// with the file, is said in one line.
    static func run(_ bytes: [UInt8]) {
        let now = Timestamp(milliseconds: 1_795_842_000_000)
        let file: ItemFile
        do { file = try ItemFile(bytes, format: nil, now: now) } catch {
            return precondition(isOneLine(error.description), "a refusal of several lines")
        }
        precondition(
            file.problems.allSatisfy(isOneLine) && file.bad >= file.problems.count, "a problem of several lines")
        for item in file.items {
            precondition(1...ItemCode.longest ~= item.code.utf8.count && !item.code.utf8.contains(0), "no code")
            precondition(0...Item.maximumQuantity ~= item.quantity, "a quantity that no store keeps")
            precondition(item.values.count <= ItemField.maximumCount, "more fields than a store keeps")
            _ = ItemSelection(["a", "place:b"]).holds(for: item, today: CivilDate.today)
        }
        let keys = Set(file.items.map { [$0.code, $0.bestBefore?.description ?? ""] })
        precondition(keys.count == file.items.count, "an item twice")
        guard let collection = try? ItemCollection("fuzz", template: file.template) else { return }
        for form in ItemForm.all { _ = form.rows(for: ItemOrder(collection.order).sorted(file.items), of: collection) }
    }

    static var seeds: [[UInt8]] {
        [
            "code,name,quantity,best-before\n4006381333931,Pens,2,2027-01\n,x,1,\nB,\"a\nb\",many,\n",
            "EAN;Titel;MHD\n(01)04006381333931(17)261224(10)A7;Stifte;31.1.2027\n",
            "Catalog#,Artist,Title,Released,release_id,Date Added\nA,Can,Tago Mago,1971,7,2020-02-18 10:53:08\n",
            "Book Id,Title,ISBN,ISBN13,Exclusive Shelf\n1,Dune,\"=\"\"0441013597\"\"\",\"=\"\"9780441013593\"\"\",read\n",
            "Book Id\tTitle\tPrimary Author\tISBN\tISBNs\tCopies\tEntry Date\n7\tx\tK, J\t[0306406152]\t\t2\t2019-04-09\n",
            "Work ID,Edition ID,Bookshelf,Title\nOL1W,OL2M,Read,Fox\n",
            "{\"collection\":{\"template\":\"music\"},\"items\":[{\"code\":\"A\",\"values\":{\"name\":\"x\"},\"facts\":{}}]}",
            "{\"code\":\"A\",\"quantity\":3}\n{\"code\":\"\"}\n",
        ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x63, 0, 0x0A, 0]]
    }

    private static func isOneLine(_ text: String) -> Bool { !text.isEmpty && !text.contains(where: \.isNewline) }
}
