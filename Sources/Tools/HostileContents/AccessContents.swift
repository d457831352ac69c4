extension HostileContent {
    /// Wi-Fi, one-time passwords, smart homes, embedded SIMs, passkeys.
    static let access: [HostileContent] = [
        HostileContent("Wi-Fi backslashes", "WIFI:S:", "\\"), HostileContent("Wi-Fi escapes", "WIFI:S:", "\\;"),
        HostileContent("Wi-Fi fields", "WIFI:", "S:a;"),
        HostileContent("Wi-Fi different fields", "WIFI:S:a;", numbered: { "X\($0):a;" }),
        HostileContent("Wi-Fi colons", "WIFI:S:", ":"), HostileContent("Wi-Fi quotes", "WIFI:S:a;P:", "\""),
        HostileContent("Wi-Fi hexadecimal", "WIFI:S:a;P:", "4a", ";;"),
        HostileContent("Wi-Fi per cent", "WIFI:R:1;S:", "%41", ";;"),
        HostileContent("Wi-Fi key", "WIFI:S:a;K:", "QUJD", ";;"),
        HostileContent("one-time secret", "otpauth://totp/a?secret=", "A"),
        HostileContent("one-time label", "otpauth://totp/", "%3A", "?secret=JBSWY3DPEHPK3PXP"),
        HostileContent("one-time parameters", "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP", "&a=b"),
        HostileContent("export entries", "otpauth-migration://offline?data=", "CgAA"),
        HostileContent("export escapes", "otpauth-migration://offline?data=", "%2B"),
        HostileContent("export keys", "otpauth-migration://offline?data=", "CgsKA2FiYxIBYRgAIAEoATAC"),
        HostileContent("Matter devices", "MT:", "Y.K9042C00KA0648G00*"), HostileContent("Matter letters", "MT:", "Y"),
        HostileContent("Matter stars", "MT:", "*"), HostileContent("HomeKit letters", "X-HM://", "0"),
        HostileContent("Easy Connect fields", "DPP:K:a;", "C:81/1;"),
        HostileContent("Easy Connect channels", "DPP:K:a;C:", "81/1,"),
        HostileContent("embedded SIM parts", "LPA:1$a$b", "$"),
        HostileContent("passkey digits", "FIDO:/", "1"), HostileContent("card number", "%B", "4"),
        HostileContent("card groups", "4111", " 1111"),
    ]
}
