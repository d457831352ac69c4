import Foundation

@testable import Capture

/// HEIF files for tests.
enum HEIFSample {
    /// A QR code in 100 × 100 pixels, made by libheif's heif-enc.
    static let picture =
        Data(
            base64Encoded: """
                AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAATxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA
                AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFgAAEAAAAAAAAHvwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAvGlwcnAA
                AACeaXBjbwAAAHRodmNDAQQIAAAAAAAAAAAAHvAA/Pz4+AAADwMgAAEAF0ABDAH//wQIAAADAJ/4AAADAAAeugJAIQABAChCAQEECAAAAwCf+A
                AAAwAAHsDSBpyy5bqSSmubAgAAAwACAAADAAIQIgABAAdEAcFysCJAAAAAFGlzcGUAAAAAAAAAZAAAAGQAAAAOcGl4aQAAAAABCAAAABZpcG1h
                AAAAAAAAAAEAAQOBAoMAAAfHbWRhdAAAB7soAa4J8O11xnAvxP+r4zO+U8vNm+f5/DmPwAT1XDYnee6PvWybN8FSZPy3X5n8VnRzyhuAYX0jj7
                nnN/ChcVvc45+GM8PEI8DKHX4V8uejyhySfd/F+bczYfze+gy9tVDcAwqEK70N/ii+QrTtJAvQAKjoJBv2axlR+ta37sl14P88+qwJk8v/33/h
                Tvp22ggP+xgoiE3tT0ySbpvUhg9I/7T99AS3l/++/8KAgBOeTyqXjIsaUQkg5Go0KrSB8rGT+4wj8RiY+4ddtPlq62a+q+rGmUjWCGBE6Pamiu
                Kqs62DVYAQwPYL+cd6H6UxbRAE2By9wRxIn020bSvb5uIN/VqeoTEL1it+U1Tt14VcDNzg2OGgWbsay3zFlOzSzxQAn2a2lEsuxMdFYVp3Dgcl
                2gBhS3ntlml4WAJUqGT1EAX1s+B4JgDqu/zTJMFuDjQ0MTDMUJfo//oYHx4KI3+7uW+9ORDp+J5XmGCnAAGE/1rrELiXZ3f+BLHaDjAAdy9xB4
                pqmi2oIgoZmmF/UlqlQgIEt9kRtHNqvyd7xf9NhAHWePXKcb4vkl8pYL+wW6pvJtmbrpZT4moScJX/7D2FmIGTU2jsqLc52r6tWxUNYTKeY4cL
                AAk7O5nowfl83IgiKBTa4ADjZxTosbb6MWsyz71BAArUtC+B4Qyi+JqmzrWcd/+r7EEAA1Awo5ibzDyn3TdZJ66MADSlclHbxEpisex70u6G8h
                AAqBO0RHNZDgifi49Lnw4d/mVFXazGKUcSFUVgP+Mjg4v9nDq0S3nZ03BaZ9BABcJcAGFtFipCqOwjZuq9SNKY9yf6RfBCukY7RUYvxvOwNO7I
                LSqkUi0EBgrzA6ZTwpkY5tTHCHl/jpDP0Y8wQjQ9f2P3M6mrWO9OpluX6oFxBQUyDFeabhhi+QdkIEOU/05BJAZodKpapnwz+4AC+175ovKeNp
                cT5QNveTYAKDdFjMDEKpmdP1Bdff3+mOGCJ9FzK2A6zsC8ReQf4+kEJQfbHb13keV+VjLiOsiI/+pxWxqYSZVL3OW8ipB1wAK3ccR4TyUHN7Pt
                GKL7/77UHAEAqh5xIySXUAFx/H/buj/uUg0TScOEsADN5mIDglNqi/r/+w/+DRqfWpLgYQyVJVty+IOpACl+2TehqdOE5ue6fFnQTO/mQyHOo1
                7RJQdH0uPh/xd3/j4NN58sOeKjjoy0DUhSc2y1MrhNaWQQyO3K/LgGD9K/yewX86d0Pc0xphDyhKSnhfDR0YzIqn+WF5UjgNWzf6L4wgjeCf8N
                ANQ8qtltEA9D2ciVAC+175ovKeNpcT5QNzdQEeM/AcoHf//aNvZaXpFiq1ezf/KYnje7fFdZggDm3LABfa980XlPG0uJ8oG41yOMx53hytmElx
                msF7cs4i1xayX3KA+nWP6vIqpwDuuAAK7BopbV8q/OuUZT6kCEhv/JKhk9RAF9bPgeCYAlp/c6980XlPG0uJ8oG5MF0ud/VIEmxyJ9IVxTRNdw
                KPJIU/kyKjDHQwImso0jiCEAup8rbeAjELQH0OJTFwU4WRvQD+UiL3ZufOLBnOVw8oVg6T8/5Pj8W0UZiFF3olP3O9EI0cQuwIX67UlGcOa7U6
                kxM0XvjJqSEhJIAJql/9B1kJqB6qaru888Ga4D5l7f/XPv+D4PYFUo9SPBwSXv/T6qDW5luM/T/v/Zj2Ivttu9CDp/LnmZmjCvtWXzO5b2E3ID
                //HZCL5r39YMJg6ZhKIcKsJGABsN6PhJ0xgA8MQxaLyk++NiVPtg+4PZKXnxoV//11xjxeegBuk2op8nUTHPoFT2H+mABDJ0ln7zcgMqwkv7y8
                0qP/g0an1qS4GEMlSVbc/pG4/0GwOXpGX4Yf1ZVsQ+UANKVyUdvESmKx7HvS1W/uPup64wP//2yjzwpO3gsB8OxL88e0XSYqv5B8mUJHYAEVH8
                f9Hbd5Vb3nfZJCYht3+Mak5MbrfYsPvu//JqFbM/kPwhh1O3uOfnQdR8+fieL7AU8GZhP9w/1rrELiXZ3f+BLKzXhF5CulIk2Tc2+oJaz4KFc/
                s2Q52Vs+URwASBTNNR9o7f1A0I7zhjE5V0CQPZp67GYANKV9VtVn30NgmbAvMsACi2l4rU0gjRHlS4CSytgGwWnR+v404vt5a5QBCNIUldEM93
                YP+vwDaEeHB+hpNIdvYHtb2dWoY6a56td2uDi7B6/wbFtsO6FXFUSupyYD6tMzledsqcyYWqCARlcBq14sHqBrBoJqw0X0qI/ADhcCmt38l6P6
                q6DFu8B55DXgDfiy/IYSIjK8VCKl9EIV5/Mnkb8jHpJo064HgbFhkJ6/lcrNr6FvJomnoDP2GJ7KpTLwAZOfFx4/i4+fVBUKpcegtG7EKfxURO
                e/knPi8RSFQ23oMtsUAMP2DRRAPjFS65rpV/LgCZuhJj/2/zmnZdKGaJP9CNn1wdwgARqnJOoX5yK6hhFQELfJckcm7gAI+VEuL4sP8s8bayxY
                v76uYdRFtnsNGH4h57HlFTvUP+i9iwZb7ltXjsVUV1ACC27R1RrjW+aFYW5vPjy2vx/yxUXmV60rdvlu/BifZEFXcihn/+r3/Kvjy+ys1k4e8u
                j/ekA2LvNX67BfzjvQ7Zlv4LaKpo//JyLw==
                """, options: .ignoreUnknownCharacters
        ).map { [UInt8]($0) } ?? []

    /// The same picture twice, side by side, as the tiles of one that is `width` wide.
    static func grid(width: Int, height: Int) throws -> [UInt8] {
        let items = HEIFItems(picture[...])
        let data = items?.data(of: items?.primary ?? 0) ?? []
        let configuration = Array(items?.property("hvcC", of: items?.primary ?? 0) ?? [])
        let gridData = [0, 0, 0, 1] + number(width, 2) + number(height, 2)
        func entry(_ item: Int, _ type: String) -> [UInt8] {
            box("infe", [2, 0, 0, 0] + number(item, 2) + [0, 0] + Array(type.utf8) + [0])
        }
        // Both tiles lie in `idat`, at the same place.
        func place(_ item: Int, _ offset: Int, _ length: Int) -> [UInt8] {
            number(item, 2) + number(1, 2) + [0, 0] + number(1, 2) + number(offset, 4) + number(length, 4)
        }
        let meta =
            box("pitm", [0, 0, 0, 0] + number(1, 2))
            + box("iinf", [0, 0, 0, 0] + number(3, 2) + entry(1, "grid") + entry(2, "hvc1") + entry(3, "hvc1"))
            + box("iref", [0, 0, 0, 0] + box("dimg", number(1, 2) + number(2, 2) + number(2, 2) + number(3, 2)))
            + box(
                "iprp",
                box("ipco", box("hvcC", configuration))
                    + box("ipma", [0, 0, 0, 0] + number(2, 4) + number(2, 2) + [1, 0x81] + number(3, 2) + [1, 0x81]))
            + box(
                "iloc",
                [1, 0, 0, 0, 0x44, 0] + number(3, 2) + place(1, 0, gridData.count)
                    + place(2, gridData.count, data.count) + place(3, gridData.count, data.count))
            + box("idat", gridData + data)
        return box("ftyp", Array("heic\0\0\0\0heicmif1".utf8)) + box("meta", [0, 0, 0, 0] + meta)
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
