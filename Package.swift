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
        module("Platform/CPixels", links: ["turbojpeg", "png"]),
        module("Platform/CGuard"),
        module("Platform/CZBar", "CGuard", links: ["zbar"]),
        // A zxing-cpp of the system may export another version of libzint: the one whose header is used must be linked first.
        module("Platform/CZXing", "CGuard", links: ["zint", "ZXing"], headers: [zxing + "/include"], libraries: zxing),
        module("Platform/CZlib", links: ["z"]),
        module("Platform/CZint", links: ["zint"]),
        module("Platform/COpenSSL", links: ["crypto"]),
        // Opens libcurl, libmosquitto, libpq, libcups and Pango at run time, and links none of them.
        module("Platform/CLoaded", headers: pangoHeaders),

        module("Foundations/Files", isFast: true),
        module("Foundations/Symbols"),
        module("Foundations/Formats", "CLinux CZlib"),
        module("Foundations/SafeTOML", "TOMLKit"),
        module("Foundations/Cryptography", "COpenSSL"),
        module("Foundations/Frames", "CLinux"),
        module("Foundations/PostgreSQL", "CLoaded"),

        module("Making/Encoding", "Files Symbols CZint"),
        module("Making/Artwork", "Files Encoding CPixels"),
        module("Making/Printing", "Files Encoding Artwork CLoaded", embeds: "sheets.tsv"),

        module("Reading/Charsets", "Symbols", embeds: "letter-pairs.txt character-costs.txt", isFast: true),
        module("Reading/Capture", "Files Symbols Frames Encoding CLinux CPixels", isFast: true),
        module("Reading/Decoding", "Charsets Symbols Frames CZBar CZXing", embeds: "pdf417-patterns.txt", isFast: true),
        module("Reading/Scanning", "Files Symbols Frames Decoding CLinux"),
        module("Reading/Sandbox", "Files Charsets Symbols Frames Encoding Capture Decoding CLinux"),
        module("Reading/Verification", "Symbols Encoding Artwork Decoding"),

        module(
            "Content/Payloads", "Files Formats Symbols Cryptography CPSL",
            // Tables of facts, each with its source in its first lines.
            embeds: "aamva.tsv countries.tsv currencies.tsv gs1-ai.tsv gs1-labels.tsv gtin-prefixes.tsv iban.tsv "
                + "isbn-ranges.tsv known-names.tsv look-alikes.tsv package-types.tsv rail-tickets.tsv shorteners.tsv "
                + "top-level-domains.tsv vin-countries.tsv vin-makers.tsv", isFast: true),
        module("Content/Composing", "Formats Symbols Cryptography Payloads"),

        module("Records/History", "Files Formats Symbols Cryptography Payloads GRDB GRDBSQLite"),
        module("Records/Delivery", "Files Formats Cryptography Payloads History PostgreSQL CLoaded"),

        module("Tickets/Tickets", "Files Formats SafeTOML Payloads Cryptography TOMLKit"),
        module("Tickets/Doors", "Files Formats Symbols Payloads Cryptography Tickets PostgreSQL GRDB"),
        module(
            "Tickets/Passes",
            "Files Formats SafeTOML Encoding Artwork Printing Payloads Cryptography Tickets CPixels TOMLKit",
            embeds: "apple-root.pem apple-wwdr-g4.pem"),

        module("Interface/Surface", "CLinux Formats"),
        module("Interface/Terminal", "Files Formats Surface CNcurses CLinux CPixels"),
        module("Interface/Preview", "CLinux Formats Symbols Frames Surface", embeds: "glyph-shapes.txt", isFast: true),
        module("Interface/Widgets", "Formats Surface"),

        module("Config", "Files SafeTOML Symbols Delivery Surface TOMLKit", excludes: ["default.toml", "keys.toml"]),
        module(
            "Screens",
            "Formats Symbols Payloads Composing Encoding Artwork Printing Doors Surface Widgets"
                + " Config Delivery Preview Frames"),

        module("Application/Services", libraries + " Preview Terminal"),
        module("Application/FullScreen", libraries + " Services Preview Terminal Widgets Screens"),
        program("Application/quietzone", libraries + " Services FullScreen ArgumentParser"),

        module("Tools/HostileContents", "Symbols"),
        module("Tools/TicketVectors"),
        module("Tools/CertificateWorkshop"),
        module("Tools/SeededRandomness"),
        program(
            "Tools/quietzone-bench",
            libraries + " Services FullScreen Preview Screens Terminal CPixels CZBar CZXing HostileContents"
                + " CertificateWorkshop TicketVectors SeededRandomness ArgumentParser GRDB Subprocess"),
        module("Tools/FuzzEntries", libraries + " HostileContents TicketVectors CPixels"),

        support("CameraFakes", "Capture CLinux"),
        support("PictureDecoders", "CPixels"),
        support("UnsafeText"),
        program("Tests/Programs/scanner-with-hanging-camera", "Services FullScreen CLinux CameraFakes Capture Config"),
        program("Tests/Programs/terminal-in-need", "Terminal Surface CLinux"),

        tests("Platform/CPixels"),
        tests("Platform/CLinux"),
        tests("Foundations/Files"),
        tests("Foundations/Formats"),
        tests("Foundations/Cryptography", "CertificateWorkshop"),
        tests("Foundations/Symbols"),
        tests("Foundations/Frames"),
        tests("Making/Encoding", "Symbols", copies: ["Vectors"]),
        tests("Making/Artwork", "Files Encoding Capture Decoding Frames Symbols"),
        tests("Making/Printing", "Files Artwork Encoding Capture Decoding Frames Symbols"),
        tests("Reading/Capture", "CameraFakes Files Frames Symbols Scanning CLinux CPixels"),
        tests("Reading/Decoding", "Charsets Symbols Frames Encoding CGuard", copies: ["Fixtures"]),
        tests("Reading/Scanning", "Symbols Frames Encoding"),
        tests("Reading/Sandbox", "Capture Decoding Encoding Frames Symbols CLinux quietzone"),
        tests(
            "Reading/Verification",
            "PictureDecoders Artwork Encoding Capture Decoding Frames Terminal Surface Symbols"),
        tests("Content/Payloads", "HostileContents Cryptography Formats Symbols"),
        tests("Content/Composing", "Payloads Formats Symbols"),
        tests("Records/History", "Files Formats Payloads Symbols GRDB"),
        tests("Records/Delivery", "Config History Symbols"),
        tests("Tickets/Tickets", "Cryptography Files Formats Payloads"),
        tests(
            "Tickets/Doors",
            "CertificateWorkshop TicketVectors Cryptography Files Formats Tickets Payloads Symbols GRDB",
            copies: ["Fixtures"]),
        tests("Tickets/Passes", "CertificateWorkshop Cryptography Files Formats Payloads CPixels Printing Tickets"),
        tests("Interface/Surface", "Formats UnsafeText"),
        tests("Interface/Preview", "Surface Symbols Frames"),
        tests("Interface/Terminal", "PictureDecoders Surface CLinux CNcurses CPixels terminal-in-need"),
        tests("Config", "Services FullScreen Delivery Frames Screens Surface Symbols"),
        tests("Screens", libraries + " Services FullScreen Preview UnsafeText Widgets", excludes: ["Goldens"]),
        tests("Application/Services", libraries + " CertificateWorkshop CameraFakes Terminal"),
        tests("Application/FullScreen", libraries + " Services CertificateWorkshop Preview Screens Widgets GRDB"),
        tests(
            "Application/Quietzone",
            libraries + " quietzone scanner-with-hanging-camera Services FullScreen CertificateWorkshop Preview"
                + " UnsafeText GRDB Subprocess"),
        tests("Tools/Bench", "quietzone-bench Charsets Decoding Encoding Frames Symbols"),
        tests("Tools/Fuzz", "FuzzEntries", copies: ["Regressions"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11,
    cxxLanguageStandard: .cxx20
)

// libFuzzer can only be linked where everything is built with its sanitizer: `make fuzz`.
if ProcessInfo.processInfo.environment["QUIETZONE_FUZZ"] != nil {
    package.targets += [module("Tools/CFuzzer"), program("Tools/quietzone-fuzz", "FuzzEntries CFuzzer")]
}

/// The targets below the application that it, its tests and its benchmarks use.
var libraries: String {
    "Files Symbols Formats Frames Encoding Artwork Composing Printing Verification Charsets Capture Decoding Sandbox "
        + "Scanning Cryptography Passes Tickets Doors Payloads History Delivery Surface Config CLinux"
}

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

/// A target at `Sources/LAYER/NAME`, or at the top level where `path` has no slash; it embeds files of its folder `Data`.
/// Fast ones are optimized in debug builds, too: else reading, drawing and parsing, which tests do thousands of times, take a hundred times as long.
func module(
    _ path: String, _ uses: String = "", links: [String] = [], embeds: String = "", excludes: [String] = [],
    headers: [String] = [], libraries: String? = nil, isFast: Bool = false
) -> Target {
    .target(
        name: name(path), dependencies: dependencies(uses), path: path.contains("/") ? "Sources/" + path : path,
        exclude: excludes, resources: embeds.split(separator: " ").map { .embedInCode("Data/\($0)") },
        cSettings: headers.isEmpty ? [] : [.unsafeFlags(headers.map { "-I" + $0 })],
        // In C++20 clang would look for modules, which SwiftPM does not make of targets in C.
        cxxSettings: headers.isEmpty ? [] : [.unsafeFlags(headers.map { "-I" + $0 } + ["-fno-cxx-modules"])],
        swiftSettings: isFast ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [],
        linkerSettings: (libraries.map { [.unsafeFlags(["-L\($0)/lib"])] } ?? []) + links.map { .linkedLibrary($0) })
}

func program(_ path: String, _ uses: String) -> Target {
    .executableTarget(
        name: name(path), dependencies: dependencies(uses), path: path.hasPrefix("Tests/") ? path : "Sources/" + path)
}

/// Shared by tests, at `Tests/Support/NAME`.
func support(_ name: String, _ uses: String = "") -> Target {
    .target(name: name, dependencies: dependencies(uses), path: "Tests/Support/" + name)
}

/// The tests of the target with this name, which they use besides `uses` and seeded random numbers.
func tests(_ path: String, _ uses: String = "", copies: [String] = [], excludes: [String] = []) -> Target {
    let tested = name(path)
    let own = ["Bench", "Fuzz", "Quietzone"].contains(tested) ? "" : tested
    return .testTarget(
        name: tested + "Tests", dependencies: dependencies("\(own) SeededRandomness \(uses)"),
        path: "Tests/" + path + (path.contains("/") ? "Tests" : ""), exclude: excludes,
        resources: copies.map { .copy($0) })
}

func name(_ path: String) -> String { String(path.split(separator: "/").last!) }

func dependencies(_ names: String) -> [Target.Dependency] {
    let packages = [
        "ArgumentParser": "swift-argument-parser", "GRDB": "GRDB.swift", "GRDBSQLite": "GRDB.swift",
        "Subprocess": "swift-subprocess", "TOMLKit": "TOMLKit",
    ]
    return names.split(separator: " ").map(String.init).map { name in
        packages[name].map { .product(name: name, package: $0) } ?? .target(name: name)
    }
}
