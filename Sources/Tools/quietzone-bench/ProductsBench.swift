import ArgumentParser
import Foundation
import Lookup
import SeededRandomness

/// An index of many products, and look-ups in it, beside what sqlite3 takes for the same table.
struct ProductsBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products",
        abstract:
            "Importing a table of many products, and looking numbers up: seconds, memory, median, 99th percentile; live frames while numbers are looked up."
    )

    @Argument(help: "How many products; a tenth of them is measured, too, as memory must not grow with them.")
    var rows = 1_000_000

    @OptionGroup var tested: TestedProgram

    mutating func validate() { rows = max(1000, rows) }

    func run() throws {
        print("                                                     seconds    rows/s  MiB resident")
        for count in [rows / 10, rows] {
            try withTemporaryFolder { folder in
                try importing(count, in: folder)
                try lookingUp(count, in: folder)
            }
        }
        try withTemporaryFolder { try LookupsBesideScanning(rounds: 300).run(in: $0) }
    }

    private func report(_ what: String, _ count: Int, _ run: MeasuredProcess) {
        print(
            "\(count) products: \(what)".column(50)
                + String(
                    format: "%10.2f%10.0f%14d", run.seconds, Double(count) / run.seconds, run.residentMemory >> 20))
    }

    private func importing(_ count: Int, in folder: String) throws {
        let file = folder + "/products.csv"
        try write(count, to: file)
        let own = try MeasuredProcess(
            tested.path, ["products", "import", file], environment: TestedProgram.folders(in: folder + "/home"))
        report("import of Open Food Facts' CSV", count, own)
        let plain = try MeasuredProcess(
            "/usr/bin/sqlite3", [folder + "/plain.sqlite", ".mode tabs", ".import \(file) product"])
        report("sqlite3 .import, without a key", count, plain)
        print(String(format: "the import takes %.1f times as long as sqlite3's", own.seconds / plain.seconds))
        try FileManager.default.removeItem(atPath: file)
    }

    /// Looks up numbers in any order, half of which the index has.
    private func lookingUp(_ count: Int, in folder: String) throws {
        let home = TestedProgram.folders(in: folder + "/home")
        let products = OfflineProducts(in: (home["XDG_DATA_HOME"] ?? folder) + "/quietzone/products")
        guard products.indexes.count == 1 else { throw BenchError("the index is not there") }
        var random = SplitMix(state: 1)
        var milliseconds: [Double] = []
        var found = 0
        for _ in 0..<20_000 {
            guard let number = Self.number(Int.random(in: 0..<2 * count, using: &random)) else { continue }
            let start = ContinuousClock.now
            let hits = try products.hits(for: number)
            milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
            found += hits.isEmpty ? 0 : 1
        }
        milliseconds.sort()
        print(
            "\(count) products: \(milliseconds.count) look-ups, \(found) found".column(50)
                + String(
                    format: "median %.3f ms, 99 %% below %.3f ms", milliseconds[milliseconds.count / 2],
                    milliseconds[milliseconds.count * 99 / 100]))
    }

    /// The number with this index: spread over all prefixes, so that rows come in no order of the index.
    static func number(_ index: Int) -> ProductNumber? {
        let body = 300_000_000_000 + index * 7_919_000_003 % 600_000_000_000
        return (0...9).lazy.compactMap { ProductNumber(typed: "\(body)\($0)") }.first
    }

    /// A table as that of Open Food Facts, with the columns that are read and some others.
    private func write(_ count: Int, to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchError("\(path) cannot be written") }
        defer { fclose(file) }
        let names = [
            "code", "url", "creator", "last_modified_t", "product_name", "quantity", "packaging_en", "brands",
            "categories_en", "countries_en", "ingredients_text", "allergens", "nutriscore_grade", "image_url",
        ]
        let others = (0..<40).map { "nutrient_\($0)_100g" }
        fputs((names + others).joined(separator: "\t") + "\n", file)
        let amounts = String(repeating: "\t1.25", count: others.count)
        for index in 0..<count {
            guard let number = Self.number(index) else { throw BenchError("no number \(index)") }
            let code = number.text
            fputs(
                "\(code)\thttp://world.openfoodfacts.org/product/\(code)\tsomebody\t\(1_600_000_000 + index)\tProduct \(index)"
                    + "\t\(index % 900 + 100) g\tPlastic bottle\tBrand \(index % 5000)\tBeverages,Plant-based drinks\tFrance"
                    + "\tWater, oats 11 %, sunflower oil, salt, calcium carbonate, vitamins\ten:gluten\t\("abcde".dropFirst(index % 5).prefix(1))"
                    + "\thttps://images.openfoodfacts.org/images/products/\(code)/front_en.4.400.jpg\(amounts)\n", file)
        }
        guard ferror(file) == 0 else { throw BenchError("\(path) cannot be written") }
    }
}
