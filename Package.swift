// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Imports run one way, up this list never down; ARCHITECTURE.md says what each target holds.
// `make lint` refuses an import that is not declared here.
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
        // The platform: C and C++ behind small C headers.
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CPSL"),
        .target(name: "CLinux", linkerSettings: [.linkedLibrary("v4lconvert")]),
        .target(name: "CPixels", linkerSettings: [.linkedLibrary("turbojpeg"), .linkedLibrary("png")]),
        .target(name: "CGuard"),
        .target(name: "CZBar", dependencies: ["CGuard"], linkerSettings: [.linkedLibrary("zbar")]),
        // zxing-cpp 3 may export a libzint of its own, in another version: the one whose header is used must come first.
        .target(
            name: "CZXing", dependencies: ["CGuard"], linkerSettings: [.linkedLibrary("zint"), .linkedLibrary("ZXing")]),
        // Printers: libcups is found when it is needed.
        .target(name: "CPrinting"),
        .target(name: "CZint", linkerSettings: [.linkedLibrary("zint")]),
        .target(name: "COpenSSL", linkerSettings: [.linkedLibrary("crypto")]),

        // Names of files as bytes.
        .target(name: "Files"),

        // Settings, templates and keys that people write.
        .target(name: "SafeTOML", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")]),

        // Keys, signatures and certificates.
        .target(name: "Cryptography", dependencies: ["COpenSSL"]),

        // What a symbol is, and what a frame is.
        .target(name: "Symbols"),
        .target(name: "Frames", dependencies: ["CLinux"]),

        // From light to scans.
        .target(name: "Encoding", dependencies: ["Symbols", "CZint"]),
        .target(name: "Artwork", dependencies: ["Encoding", "CPixels"]),
        .target(
            name: "Printing", dependencies: ["Files", "Encoding", "Artwork", "CPrinting"],
            resources: [.embedInCode("Data/sheets.tsv")]),
        .target(
            name: "Capture",
            dependencies: ["Files", "Symbols", "Frames", "Encoding", "CLinux", "CPixels"]),
        .target(
            name: "Decoding", dependencies: ["Symbols", "Frames", "CZBar", "CZXing"],
            // Tests read thousands of pictures; without optimization each takes a hundred times as long.
            swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .target(name: "Verification", dependencies: ["Symbols", "Encoding", "Artwork", "Decoding"]),
        .target(name: "Sandbox", dependencies: ["Symbols", "Frames", "Encoding", "Capture", "Decoding", "CLinux"]),
        .target(
            name: "Payloads", dependencies: ["Files", "Symbols", "CPSL"],
            // Tables of facts, each with its source in its first lines.
            resources: [
                .embedInCode("Data/aamva.tsv"), .embedInCode("Data/countries.tsv"),
                .embedInCode("Data/currencies.tsv"), .embedInCode("Data/gs1-ai.tsv"),
                .embedInCode("Data/gs1-labels.tsv"), .embedInCode("Data/gtin-prefixes.tsv"),
                .embedInCode("Data/iban.tsv"), .embedInCode("Data/isbn-ranges.tsv"),
                .embedInCode("Data/package-types.tsv"), .embedInCode("Data/vin-countries.tsv"),
                .embedInCode("Data/vin-makers.tsv"),
            ]),
        .target(name: "Composing", dependencies: ["Symbols", "Payloads"]),
        .target(
            name: "Tickets",
            dependencies: [
                "Files", "SafeTOML", "Payloads", "Cryptography", .product(name: "TOMLKit", package: "TOMLKit"),
            ]),
        // Servers of PostgreSQL, by libpq where it is installed.
        .target(name: "CPostgreSQL"),
        .target(name: "PostgreSQL", dependencies: ["CPostgreSQL"]),
        .target(
            name: "Doors",
            dependencies: [
                "Files", "Symbols", "Payloads", "Cryptography", "Tickets", "PostgreSQL",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .target(
            name: "History",
            dependencies: [
                "Files", "Symbols", "Payloads", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        // To where scans go besides. The libraries are found when they are needed: whoever delivers nowhere needs none.
        .target(name: "CDelivery"),
        .target(
            name: "Delivery", dependencies: ["Files", "Payloads", "History", "Config", "PostgreSQL", "CDelivery"]),
        .target(name: "Scanning", dependencies: ["Files", "Symbols", "Frames", "Decoding", "CLinux"]),

        // What a person sees.
        .target(name: "Surface", dependencies: ["CLinux"]),
        .target(
            name: "Config",
            dependencies: ["SafeTOML", "Symbols", "Surface", .product(name: "TOMLKit", package: "TOMLKit")],
            resources: [.embedInCode("default.toml")]),
        // Passes of phones: made, signed, read and checked.
        .target(
            name: "Passes",
            dependencies: [
                "Files", "SafeTOML", "Encoding", "Artwork", "Printing", "Payloads", "Cryptography", "Tickets",
                "Surface",
                "CPixels",
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            resources: [.embedInCode("Data/apple-root.pem"), .embedInCode("Data/apple-wwdr-g4.pem")]),
        .target(
            name: "Preview", dependencies: ["CLinux", "Symbols", "Frames", "Surface"],
            // Every cell is compared with every character: without optimization that takes a hundred times as long.
            swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .target(name: "Terminal", dependencies: ["Surface", "CNcurses", "CLinux", "CPixels"]),
        .target(
            name: "Screens",
            dependencies: [
                "Symbols", "Payloads", "Composing", "Encoding", "Artwork", "Printing", "Surface", "Config", "Preview",
                "Frames",
            ]),

        // The program without its command line.
        .target(
            name: "App",
            dependencies: [
                "Files", "Symbols", "Frames", "Encoding", "Artwork", "Composing", "Printing", "Verification",
                "Capture", "Decoding", "Sandbox", "Cryptography", "Passes", "Tickets", "Doors",
                "Payloads", "History", "Delivery", "Scanning", "Surface", "Config", "Preview", "Terminal", "Screens",
                "CLinux",
            ]),
        .executableTarget(
            name: "quietzone",
            dependencies: [
                "App", "Files", "Symbols", "Frames", "Encoding", "Artwork", "Composing", "Printing", "Verification",
                "Capture",
                "Decoding", "Sandbox", "Payloads", "Cryptography", "Passes", "Tickets", "Doors",
                "History", "Delivery", "Scanning", "Surface", "Config", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        .executableTarget(
            name: "quietzone-bench",
            dependencies: [
                "Symbols", "Frames", "Capture", "Decoding", "Sandbox", "Surface", "Preview", "Screens", "Terminal",
                "CPixels", "CZBar", "CZXing", "CLinux", "Scanning", "Encoding", "Artwork", "Verification", "History",
                "HostileContents", "Payloads", "App", "Cryptography", "Tickets", "Doors", "Passes", "Printing",
                "CertificateWorkshop", "TicketVectors",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),

        // What is made to be slow: for tests, fuzzing and measuring.
        .target(name: "HostileContents", dependencies: ["Symbols"]),
        // Tickets of others as specifications publish them: for tests and fuzzing.
        .target(name: "TicketVectors", path: "Tests/Support/TicketVectors"),
        .target(
            name: "FuzzEntries",
            dependencies: [
                "Symbols", "Frames", "Encoding", "Capture", "Composing", "Config", "Decoding", "History",
                "HostileContents", "Passes", "Payloads", "Printing", "CPixels", "CLinux", "Surface", "Tickets",
                "Doors", "TicketVectors",
            ]),

        .testTarget(
            name: "BenchTests", dependencies: ["quietzone-bench", "Decoding", "Encoding", "Frames", "Symbols"]),
        .testTarget(
            name: "FuzzTests", dependencies: ["SeededRandomness", "FuzzEntries"], resources: [.copy("Regressions")]),
        .testTarget(name: "FilesTests", dependencies: ["SeededRandomness", "Files"]),
        .testTarget(
            name: "CryptographyTests", dependencies: ["SeededRandomness", "CertificateWorkshop", "Cryptography"]),
        .testTarget(
            name: "PassesTests",
            dependencies: [
                "SeededRandomness", "CertificateWorkshop", "Passes", "Cryptography", "Files", "Payloads", "CPixels",
                "Printing", "Tickets",
            ]),
        // Certificates of the program openssl, and programs that check what was made.
        .target(name: "CertificateWorkshop", path: "Tests/Support/CertificateWorkshop"),
        .testTarget(name: "SymbolsTests", dependencies: ["Symbols"]),
        .testTarget(name: "FramesTests", dependencies: ["Frames"]),
        .testTarget(name: "SurfaceTests", dependencies: ["Surface", "UnsafeText"]),
        .testTarget(name: "PreviewTests", dependencies: ["Preview", "Surface", "Symbols", "Frames"]),
        .testTarget(
            name: "ConfigTests",
            dependencies: ["SeededRandomness", "App", "Config", "Frames", "Screens", "Surface", "Symbols"]),
        .testTarget(name: "CPixelsTests", dependencies: ["CPixels"]),
        .testTarget(name: "CLinuxTests", dependencies: ["CLinux"]),
        .testTarget(
            name: "EncodingTests", dependencies: ["SeededRandomness", "Encoding", "Symbols"],
            resources: [.copy("Vectors")]),
        .testTarget(
            name: "ArtworkTests",
            dependencies: ["SeededRandomness", "Artwork", "Encoding", "Capture", "Decoding", "Frames", "Symbols"]),
        .testTarget(
            name: "VerificationTests",
            dependencies: [
                "SeededRandomness", "PictureDecoders", "Verification", "Artwork", "Encoding", "Capture", "Decoding",
                "Frames", "Terminal", "Surface", "Symbols",
            ]),
        // What terminals make of pictures that they are sent.
        .target(name: "PictureDecoders", dependencies: ["CPixels"], path: "Tests/Support/PictureDecoders"),
        .testTarget(
            name: "PrintingTests",
            dependencies: [
                "SeededRandomness", "Printing", "Artwork", "Encoding", "Capture", "Decoding", "Frames", "Symbols",
            ]),
        // Random numbers that are the same in every run.
        .target(name: "SeededRandomness", path: "Tests/Support/SeededRandomness"),
        // Characters that must not reach a terminal.
        .target(name: "UnsafeText", path: "Tests/Support/UnsafeText"),
        // Cameras that tests script.
        .target(name: "CameraFakes", dependencies: ["Capture", "CLinux"], path: "Tests/Support/CameraFakes"),
        .testTarget(
            name: "CaptureTests",
            dependencies: [
                "CameraFakes", "Capture", "Files", "Frames", "Symbols", "Scanning", "SeededRandomness", "CLinux",
                "CPixels",
            ]),
        .testTarget(
            name: "DecodingTests",
            dependencies: ["SeededRandomness", "Decoding", "Symbols", "Frames", "Encoding", "CGuard"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "ScanningTests", dependencies: ["SeededRandomness", "Scanning", "Symbols", "Frames", "Encoding"]),
        .testTarget(
            name: "SandboxTests",
            dependencies: ["Sandbox", "Capture", "Decoding", "Encoding", "Frames", "Symbols", "CLinux", "quietzone"]),
        .testTarget(
            name: "PayloadsTests", dependencies: ["SeededRandomness", "HostileContents", "Payloads", "Symbols"]),
        .testTarget(
            name: "TicketsTests",
            dependencies: ["SeededRandomness", "Tickets", "Cryptography", "Payloads"]),
        .testTarget(
            name: "DoorsTests",
            dependencies: [
                "SeededRandomness", "CertificateWorkshop", "TicketVectors", "Cryptography", "Doors", "Tickets",
                "Payloads", "Symbols",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(name: "ComposingTests", dependencies: ["SeededRandomness", "Composing", "Payloads", "Symbols"]),
        .testTarget(
            name: "HistoryTests",
            dependencies: [
                "SeededRandomness", "History", "Files", "Payloads", "Symbols",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(name: "DeliveryTests", dependencies: ["Delivery", "Config", "History", "Symbols"]),
        .testTarget(
            name: "TerminalTests",
            dependencies: [
                "PictureDecoders", "Terminal", "Surface", "CLinux", "CNcurses", "CPixels", "terminal-in-need",
            ]),
        // A program that the tests of Terminal run, and let die.
        .executableTarget(
            name: "terminal-in-need", dependencies: ["Terminal", "Surface", "CLinux"],
            path: "Tests/Programs/terminal-in-need"),
        .testTarget(
            name: "ScreensTests",
            dependencies: [
                "SeededRandomness", "App", "Artwork", "Composing", "Config", "Encoding", "Screens", "Passes",
                "Payloads",
                "Surface",
                "Preview", "Symbols", "Frames", "UnsafeText",
            ],
            exclude: ["Goldens"]),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "Capture", "CertificateWorkshop", "Config", "Cryptography", "Decoding", "Doors", "Encoding",
                "Files", "Frames", "History", "Passes", "Payloads", "Preview",
                "Scanning", "Screens", "Surface", "Symbols", "Tickets",
            ]),
        // The program with a scripted camera, which the tests run on a terminal.
        .executableTarget(
            name: "scanner-with-hanging-camera", dependencies: ["App", "CLinux", "CameraFakes", "Capture", "Config"],
            path: "Tests/Programs/scanner-with-hanging-camera"),
        .testTarget(
            name: "QuietzoneTests",
            dependencies: [
                "quietzone", "scanner-with-hanging-camera", "App", "CertificateWorkshop", "CLinux", "Capture",
                "Composing", "Encoding",
                "Files",
                "Frames",
                "History", "Preview", "Symbols", "UnsafeText",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11,
    cxxLanguageStandard: .cxx17
)

// libFuzzer is only there when everything is built with its sanitizer: `make fuzz`.
if ProcessInfo.processInfo.environment["QUIETZONE_FUZZ"] != nil {
    package.targets += [
        .target(name: "CFuzzer"),
        .executableTarget(name: "quietzone-fuzz", dependencies: ["FuzzEntries", "CFuzzer"]),
    ]
}
