/// A library or program that the program uses where it is installed. This file is the one table of them: what each brings, and the
/// package that contains it.
package struct OptionalPart: Sendable, Hashable {
    /// What is looked for.
    package enum Kind: Sendable, Hashable {
        /// A library that is opened at run time: the names of its file, the first that is there is used, and a function that it must
        /// have. `CLoaded` opens the same files.
        case library(files: [String], function: String)
        /// Programs of which one is enough.
        case programs([String])
    }

    /// Where it is used.
    package enum Desktop: Sendable, Hashable {
        case any, wayland, x11
    }

    /// Its name, as people know it.
    package let name: String
    package let kind: Kind
    /// What works with it only, in a few words.
    package let brings: String
    package let desktop: Desktop
    /// The packages of apt, dnf and pacman.
    private let packages: (apt: String, dnf: String, pacman: String)

    init(
        _ name: String, _ kind: Kind, on desktop: Desktop = .any, brings: String, apt: String, dnf: String? = nil,
        pacman: String? = nil
    ) {
        (self.name, self.kind, self.desktop, self.brings) = (name, kind, desktop, brings)
        packages = (apt, dnf ?? apt, pacman ?? apt)
    }

    /// By name and kind.
    package static func == (a: OptionalPart, b: OptionalPart) -> Bool { a.name == b.name && a.kind == b.kind }

    /// By the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The package that contains it; Debian's name on a system that is not known.
    package func package(on system: PackageSystem) -> String {
        switch system.manager {
        case .dnf: packages.dnf
        case .pacman: packages.pacman
        case .apt, nil: packages.apt
        }
    }
}

extension OptionalPart {
    package static let ffmpeg = OptionalPart(
        "ffmpeg", .programs(["ffmpeg"]), brings: "videos, RTSP cameras, and pictures in WebP, GIF, BMP, TIFF and HEIF",
        apt: "ffmpeg", dnf: "ffmpeg-free")
    package static let pdftoppm = OptionalPart(
        "pdftoppm", .programs(["pdftoppm"]), brings: "codes in PDF files", apt: "poppler-utils", pacman: "poppler")
    package static let networkManager = OptionalPart(
        "nmcli or iwctl", .programs(["nmcli", "iwctl"]), brings: "joining the Wi-Fi network of a scanned code",
        apt: "network-manager", dnf: "NetworkManager", pacman: "networkmanager")
    package static let xdgOpen = OptionalPart(
        "xdg-open", .programs(["xdg-open"]), brings: "opening links and files", apt: "xdg-utils")
    package static let grim = OptionalPart(
        "grim", .programs(["grim"]), on: .wayland, brings: "codes on the screen (--source screen)", apt: "grim")
    package static let slurp = OptionalPart(
        "slurp", .programs(["slurp"]), on: .wayland, brings: "choosing a region of the screen", apt: "slurp")
    package static let wlClipboard = OptionalPart(
        "wl-clipboard", .programs(["wl-paste"]), on: .wayland, brings: "pictures from and to the clipboard",
        apt: "wl-clipboard")
    package static let slop = OptionalPart(
        "slop", .programs(["slop"]), on: .x11, brings: "choosing a region of the screen", apt: "slop")
    package static let xclip = OptionalPart(
        "xclip", .programs(["xclip"]), on: .x11, brings: "pictures from and to the clipboard", apt: "xclip")
    package static let xdotool = OptionalPart(
        "xdotool", .programs(["xdotool"]), on: .x11, brings: "typing scans (--type) without /dev/uinput",
        apt: "xdotool")

    package static let libcurl = OptionalPart(
        "libcurl", .library(files: ["libcurl.so.4", "libcurl-gnutls.so.4"], function: "curl_easy_perform"),
        brings: "network cameras, webhooks, product look-up and inventory servers", apt: "libcurl4", dnf: "libcurl",
        pacman: "curl")
    package static let libmosquitto = OptionalPart(
        "libmosquitto", .library(files: ["libmosquitto.so.1"], function: "mosquitto_publish_v5"),
        brings: "deliveries to MQTT", apt: "libmosquitto1", dnf: "mosquitto", pacman: "mosquitto")
    package static let libpq = OptionalPart(
        "libpq", .library(files: ["libpq.so.5"], function: "PQsendQueryParams"),
        brings: "deliveries to PostgreSQL, and several doors at one event", apt: "libpq5", dnf: "libpq",
        pacman: "postgresql-libs")
    package static let libcups = OptionalPart(
        "libcups", .library(files: ["libcups.so.2"], function: "cupsDoRequest"), brings: "printing on CUPS printers",
        apt: "libcups2", dnf: "cups-libs", pacman: "libcups")
    package static let pango = OptionalPart(
        "Pango", .library(files: ["libpangocairo-1.0.so.0"], function: "pango_cairo_font_map_new"),
        brings: "text in any script on labels and tickets", apt: "libpangocairo-1.0-0", dnf: "pango", pacman: "pango")
    package static let librsvg = OptionalPart(
        "librsvg", .library(files: ["librsvg-2.so.2"], function: "rsvg_handle_render_document"),
        brings: "SVG pictures on labels", apt: "librsvg2-2", dnf: "librsvg2", pacman: "librsvg")
    package static let libxcb = OptionalPart(
        "libxcb", .library(files: ["libxcb.so.1"], function: "xcb_get_image"), on: .x11,
        brings: "codes on the screen (--source screen)", apt: "libxcb1", dnf: "libxcb", pacman: "libxcb")
    package static let libsystemd = OptionalPart(
        "libsystemd", .library(files: ["libsystemd.so.0"], function: "sd_bus_send"),
        brings: "Bluetooth beacons, GeoClue positions and the desktop's screenshots", apt: "libsystemd0",
        dnf: "systemd-libs", pacman: "systemd-libs")

    /// libwebsockets, whose file `name` is that of the version that the program was built for, such as `libwebsockets.so.19`.
    package static func libwebsockets(file name: String) -> OptionalPart {
        let version = name.split(separator: ".").last.map(String.init) ?? ""
        return OptionalPart(
            "libwebsockets", .library(files: [name], function: "lws_create_context"),
            brings: "a phone as the camera (--source phone)",
            apt: "libwebsockets" + version + (version == "19" ? "t64" : ""), dnf: "libwebsockets",
            pacman: "libwebsockets")
    }

    /// The programs.
    package static let programs = [
        ffmpeg, pdftoppm, networkManager, xdgOpen, grim, slurp, wlClipboard, slop, xclip, xdotool,
    ]

    /// The libraries but libwebsockets.
    package static let libraries = [libcurl, libmosquitto, libpq, libcups, pango, librsvg, libxcb, libsystemd]
}
