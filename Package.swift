// swift-tools-version: 6.1
import Foundation
import PackageDescription

// The folders of Sources are layers, and so are Config and Screens: a target imports its own layer and those above it.
// `make lint` checks the order (Scripts/layers) and that each import is declared here. ARCHITECTURE.md describes the targets.
let package = Package(
    name: "quietzone",
    products: [.executable(name: "quietzone", targets: ["quietzone"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .systemLibrary(name: "CNcurses", path: "Sources/Platform/CNcurses"),
        .systemLibrary(name: "CPSL", path: "Sources/Platform/CPSL"),
        module("Platform/CLinux", links: ["v4lconvert"]),
        module("Platform/CPixels", links: ["turbojpeg", "png"], isFast: true),
        module("Platform/CCommit", defines: Context.environment["QUIETZONE_COMMIT"].map { ["QUIETZONE_COMMIT": $0] }),
        module("Platform/CVersion", "CCommit"),
        module("Platform/CGuard"),
        module("Platform/CZBar", "CGuard", links: ["zbar"]),
        // A zxing-cpp of the system may export another version of libzint: the one whose header is used must be linked first.
        module("Platform/CZXing", "CGuard", links: ["zint", "ZXing"], headers: [zxing + "/include"], libraries: zxing),
        module("Platform/CZlib", links: ["z"]),
        // The tables of Charsets and Payloads, which are too large for `embeds`.
        module("Platform/CTables", searches: "../.."),
        module(
            "Platform/CZint", links: ["zint"], headers: releasedZint.map { [$0 + "/include"] } ?? [],
            libraries: releasedZint),
        module("Platform/COpenSSL", links: ["crypto"]),
        // Opens libcurl, libmosquitto, libpq, libcups, Pango, librsvg, libxcb and libwebsockets at run time, and links none of them.
        module("Platform/CLoaded", headers: pangoHeaders),

        module("Foundations/Files", isFast: true),
        module("Foundations/Symbols"),
        module("Foundations/Formats", "CLinux CZlib"),
        module("Foundations/SafeTOML", "TOMLKit"),
        module("Foundations/Cryptography", "COpenSSL"),
        module("Foundations/Frames", "CLinux"),
        module("Foundations/PostgreSQL", "CLoaded"),
        module("Foundations/MessageBus", "CLoaded"),
        module("Foundations/Installation"),

        module("Making/Encoding", "Files Formats Symbols CZint"),
        module("Making/Artwork", "Files Encoding CPixels"),
        module("Making/Printing", "Files Encoding Artwork CLoaded CPixels", embeds: "sheets"),

        module(
            "Reading/Charsets", "Symbols CTables", excludes: ["Data/letter-pairs.txt", "Data/character-costs.txt"],
            isFast: true),
        module(
            "Reading/Capture", "Files Symbols Cryptography Frames MessageBus Encoding CLinux CLoaded CPixels",
            embeds: "phone.html", isFast: true),
        module(
            "Reading/Decoding", "Charsets Symbols Frames CZBar CZXing", embeds: "pdf417-patterns.txt", isFast: true,
            byFile: true),
        module("Reading/Grading", "Symbols Frames Decoding", isFast: true),
        module("Reading/Scanning", "Files Symbols Frames Decoding CLinux"),
        module("Reading/Sandbox", "Files Charsets Symbols Frames Encoding Capture Decoding CLinux"),
        module("Reading/Verification", "Symbols Encoding Artwork Decoding"),

        module(
            "Content/Payloads", "Files Formats Symbols Cryptography CPSL CTables",
            // Tables of facts, each with its source in its first lines.
            excludes: tables),
        module("Content/Composing", "Formats Symbols Cryptography Payloads"),
        module("Records/History", "Files Formats Symbols Cryptography Payloads GRDB GRDBSQLite"),
        module("Records/Delivery", "Files Formats Cryptography Payloads History PostgreSQL CLoaded"),
        module("Records/Databases", "Files Formats GRDB"),
        module("Records/Web", "Formats Cryptography CLoaded"),
        module("Records/Lookup", "Files Formats Symbols Payloads Databases Web GRDB GRDBSQLite"),
        module("Records/Collections", "Files Formats Symbols Payloads Databases History Lookup GRDB"),
        module("Records/Places", "Files Formats SafeTOML Payloads Databases History MessageBus GRDB TOMLKit"),
        module("Records/Beacons", "Files MessageBus"),
        module("Records/Inventory", "Files Formats Databases Web Delivery GRDB"),
        module("Tickets/Tickets", "Files Formats SafeTOML Payloads Cryptography TOMLKit"),
        module("Tickets/Doors", "Files Formats Symbols Payloads Cryptography Tickets PostgreSQL GRDB"),
        module(
            "Tickets/Passes",
            foundations + "SafeTOML Encoding Artwork Printing Payloads Tickets CPixels TOMLKit",
            embeds: "apple-root.pem apple-wwdr-g4.pem"),

        module("Interface/Surface", "CLinux Formats", isFast: true),
        module("Interface/Terminal", "Files Formats Surface CNcurses CLinux CPixels"),
        module("Interface/Preview", "CLinux Formats Symbols Frames Surface", embeds: "glyph-shapes.txt", isFast: true),
        module("Interface/Widgets", "Formats Surface"),
        module(
            "Config",
            "Files Formats SafeTOML Symbols Encoding Printing Delivery Web Lookup Inventory Places Surface TOMLKit",
            embeds: templates,
            excludes: ["default.toml", "keys.toml", "desktop", "portable"]),
        module(
            "Screens",
            foundations
                + "Payloads Composing Encoding Artwork Printing Doors Surface Widgets Config Delivery Lookup Collections Inventory Places Preview"
        ),
        module("Application/Services", libraries + "Installation CLoaded Preview Terminal"),
        module("Application/FullScreen", libraries + "Installation Services Preview Terminal Widgets Screens"),
        program("Application/quietzone", libraries + "Installation Services FullScreen CVersion ArgumentParser"),

        module("Tools/HostileContents", "Symbols"),
        program(
            "Tools/quietzone-bench",
            application + "CPixels CZBar CZXing HostileContents CertificateWorkshop TicketVectors SeededRandomness "
                + "ArgumentParser GRDB Subprocess"),
        module("Tools/FuzzEntries", libraries + "HostileContents TicketVectors CPixels"),
        module("Tests/Support/CameraFakes", "Capture CLinux"),
        module("Tests/Support/PictureDecoders", "CPixels"),
        module("Tests/Support/UnsafeText"),
        module("Tests/Support/LoopbackServers"),
        module("Tests/Support/TestFolders"),
        program("Tests/Programs/scanner-with-hanging-camera", "Services FullScreen CLinux CameraFakes Capture Config"),
        program("Tests/Programs/terminal-in-need", "Terminal Surface CLinux"),

        tests("Foundations/Cryptography", "CertificateWorkshop"),
        tests("Making/Encoding", copies: ["Vectors"]),
        tests("Making/Artwork", "Encoding Capture Decoding"),
        tests("Making/Printing", "Artwork Encoding Capture Decoding"),
        tests("Reading/Capture", "CameraFakes Scanning CLinux CPixels"),
        tests("Reading/Decoding", "Charsets Encoding CGuard", copies: ["Fixtures"]),
        tests("Reading/Grading", "Encoding Decoding SeededRandomness"),
        tests("Reading/Scanning", "Encoding"),
        tests("Reading/Sandbox", "Capture Decoding Encoding CLinux quietzone"),
        tests("Reading/Verification", "PictureDecoders Artwork Encoding Capture Decoding Terminal Surface"),
        tests("Content/Payloads", "HostileContents"),
        tests("Content/Composing", "Payloads"),
        tests("Records/History", "Payloads GRDB"),
        tests("Records/Delivery", "Config History LoopbackServers"),
        tests("Records/Web", "LoopbackServers"),
        tests("Records/Lookup", "Payloads Web LoopbackServers TestFolders GRDB"),
        tests("Records/Collections", "Databases History Lookup Payloads TestFolders GRDB"),
        tests("Records/Places", "TestFolders"),
        tests("Records/Beacons", "MessageBus SeededRandomness"),
        tests("Foundations/MessageBus", "TestFolders"),
        tests("Records/Inventory", "Config Web LoopbackServers TestFolders"),
        tests("Tickets/Tickets", "Payloads"),
        tests("Tickets/Doors", "CertificateWorkshop TicketVectors Tickets Payloads GRDB", copies: ["Fixtures"]),
        tests("Tickets/Passes", "CertificateWorkshop Payloads CPixels Printing Tickets"),
        tests("Interface/Surface", "UnsafeText"),
        tests("Interface/Preview", "Surface"),
        tests("Interface/Terminal", "PictureDecoders Surface CLinux CNcurses CPixels terminal-in-need"),
        tests("Config", "Services FullScreen Delivery Screens Surface Printing"),
        tests("Screens", application + "UnsafeText", excludes: ["Goldens"]),
        tests("Application/Services", application + "CertificateWorkshop CameraFakes LoopbackServers TestFolders"),
        tests("Application/FullScreen", application + "CertificateWorkshop LoopbackServers GRDB"),
        tests(
            "Application/Reference",
            application + "quietzone ArgumentParser"),
        tests(
            "Application/Quietzone",
            application
                + "quietzone scanner-with-hanging-camera CertificateWorkshop LoopbackServers UnsafeText GRDB Subprocess"
        ),
        tests("Tools/Bench", "quietzone-bench Charsets Decoding Encoding"),
        tests("Tools/Fuzz", "FuzzEntries", copies: ["Regressions"]),
    ]
        // Targets with no further dependencies.
        + ["TicketVectors", "CertificateWorkshop", "SeededRandomness"].map { module("Tools/" + $0) }
        + ["Files", "Formats", "Symbols", "Frames"].map { tests("Foundations/" + $0) }
        + ["CPixels", "CLinux"].map { tests("Platform/" + $0) },
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11,
    cxxLanguageStandard: .cxx20
)

// libFuzzer can only be linked where everything is built with its sanitizer: `make fuzz`.
if ProcessInfo.processInfo.environment["QUIETZONE_FUZZ"] != nil {
    package.targets += [module("Tools/CFuzzer"), program("Tools/quietzone-fuzz", "FuzzEntries CFuzzer")]
}

/// Files that a user can copy: label templates, and profiles of inventory servers.
nonisolated var templates: String {
    let servers = "grocy barcode-buddy inventree homebox snipe-it spoolman part-db post-json".split(separator: " ")
    let labels = "price shelf asset".split(separator: " ")
    return (servers.map { "inventory/\($0).toml" } + labels.map { "labels/\($0).toml" }).joined(separator: " ")
}
/// The tables of Payloads.
nonisolated var tables: [String] {
    let names =
        "aamva countries currencies gs1-ai gs1-labels gtin-prefixes iban isbn-ranges known-names look-alikes "
        + "package-types rail-tickets shorteners top-level-domains vin-countries vin-makers"
    return names.split(separator: " ").map { "Data/\($0).tsv" }
}
nonisolated var foundations: String { "Files Symbols Formats Frames Cryptography " }
/// The targets below the application that it, its tests and its benchmarks use.
var libraries: String {
    foundations
        + "CLinux Encoding Artwork Printing Charsets Capture Decoding Grading Scanning Sandbox Verification Payloads "
        + "Composing History Delivery Lookup Collections Places Beacons Inventory Tickets Doors Passes Surface Config "
}
var application: String { libraries + "Installation Preview Terminal Widgets Screens Services FullScreen " }

/// Where the headers of Pango, and those that it includes, are on Debian, Fedora and Arch Linux: folders that are not there do no harm.
/// `pkg-config --cflags pangocairo` names them, too, but SwiftPM would link what a system library's pkg-config names.
var pangoHeaders: [String] {
    ["pango-1.0", "glib-2.0", "harfbuzz", "cairo"].map { "/usr/include/\($0)" }
        + ["lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"].map { "/usr/\($0)/glib-2.0/include" }
}

/// Where Scripts/zxing puts zxing-cpp. Where it has put nothing, the compiler finds the system's.
var zxing: String {
    let environment = ProcessInfo.processInfo.environment
    guard environment["QUIETZONE_SYSTEM_ZXING"] != "1" else { return "/usr" }
    let cache = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return (cache ?? NSHomeDirectory() + "/.cache") + "/quietzone/zxing-cpp-3.1.1"
}

/// Where Scripts/release-libraries puts libzint, which has another version on each system. Without it the system's is linked.
nonisolated var releasedZint: String? { ProcessInfo.processInfo.environment["QUIETZONE_ZINT"] }

/// A folder with libraries to link instead of the system's shared ones: the portable archive's are static.
nonisolated var staticLibraries: [String] {
    ProcessInfo.processInfo.environment["QUIETZONE_STATIC_LIBRARIES"].map { [$0] } ?? []
}

/// A target in its `folder`; it embeds files of its folder `Data`, tables by their names alone, and others by their paths.
/// Fast ones are optimized in debug builds, too: else reading, drawing and parsing, which tests do thousands of times, take a hundred times as long.
func module(
    _ path: String, _ uses: String = "", links: [String] = [], embeds: String = "", excludes: [String] = [],
    headers: [String] = [], searches: String? = nil, libraries: String? = nil, defines: [String: String]? = nil,
    isFast: Bool = false, byFile: Bool = false
) -> Target {
    // In parts with their types: Swift 6.2 takes too long to check them as one expression.
    let resources: [Resource] = embeds.split(separator: " ").map { name in
        let folder: String = name.contains("/") ? "" : "Data/"
        let suffix: String = name.contains(".") ? "" : ".tsv"
        return .embedInCode(folder + name + suffix)
    }
    let included: [String] = headers.map { "-I" + $0 }
    let searched: [CSetting] = searches.map { [.headerSearchPath($0)] } ?? []
    var cSettings: [CSetting] = headers.isEmpty ? searched : [.unsafeFlags(included)]
    for (macro, value) in defines ?? [:] { cSettings.append(.define(macro, to: value)) }
    // In C++20 clang looks for modules, which SwiftPM does not make of targets in C. The first flag turns that off in clang 21 of
    // Swift 6.3; clang 17 of Swift 6.2 does not know it, and makes the modules itself with the second.
    let withoutModules = ["-fno-cxx-modules", "-fimplicit-modules"]
    let cxxSettings: [CXXSetting] = headers.isEmpty ? [] : [.unsafeFlags(included + withoutModules)]
    // What frames pass through is optimised in debug builds, too. As a whole this takes less time, but after a change every file of the
    // target is compiled again.
    let optimised: [String] = ["-O"] + (byFile ? [] : ["-whole-module-optimization", "-num-threads", "2"])
    let swiftSettings: [SwiftSetting] = isFast ? [.unsafeFlags(optimised, .when(configuration: .debug))] : []
    if isFast { cSettings.append(.unsafeFlags(["-O2"], .when(configuration: .debug))) }
    let folders: [LinkerSetting] = libraries.map { [.unsafeFlags(["-L" + $0 + "/lib"])] } ?? []
    return .target(
        name: name(path), dependencies: dependencies(uses), path: folder(path), exclude: excludes, resources: resources,
        cSettings: cSettings, cxxSettings: cxxSettings, swiftSettings: swiftSettings,
        linkerSettings: folders + links.map { .linkedLibrary($0) })
}

func program(_ path: String, _ uses: String) -> Target {
    .executableTarget(
        name: name(path), dependencies: dependencies(uses), path: folder(path),
        linkerSettings: staticLibraries.map { .unsafeFlags(["-L" + $0]) })
}

/// The tests of the target with this name, which they use besides `uses`, the foundations and seeded random numbers.
func tests(_ path: String, _ uses: String = "", copies: [String] = [], excludes: [String] = []) -> Target {
    let tested = name(path)
    let own = ["Bench", "Fuzz", "Quietzone", "Reference"].contains(tested) ? "" : tested
    return .testTarget(
        name: tested + "Tests", dependencies: dependencies("\(own) \(uses) \(foundations) SeededRandomness"),
        path: "Tests/" + path + (path.contains("/") ? "Tests" : ""), exclude: excludes,
        resources: copies.map { .copy($0) })
}

func name(_ path: String) -> String { String(path.split(separator: "/").last!) }

/// A layer's target is in Sources, one without a layer at the top level, and what tests need in Tests.
func folder(_ path: String) -> String { path.contains("/") && !path.hasPrefix("Tests/") ? "Sources/" + path : path }

func dependencies(_ names: String) -> [Target.Dependency] {
    let packages = [
        "ArgumentParser": "swift-argument-parser", "GRDB": "GRDB.swift", "GRDBSQLite": "GRDB.swift",
        "Subprocess": "swift-subprocess", "TOMLKit": "TOMLKit",
    ]
    return Set(names.split(separator: " ").map(String.init)).sorted().map { name in
        packages[name].map { .product(name: name, package: $0) } ?? .target(name: name)
    }
}
