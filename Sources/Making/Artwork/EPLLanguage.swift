extension LabelLanguage {
    /// Eltron's and Zebra's EPL2: the label by GW (EPL2 Programming Guide), whose bits are 1 where it is light.
    static let epl = LabelLanguage("epl", title: "EPL", maximumDots: 9999) { bitmap, copies in
        // The form length (Q) is left to the printer, which knows its gap; the empty line ends what it may have been told before.
        var bytes = Array("\nN\nq\(bitmap.bytesPerRow * 8)\nGW0,0,\(bitmap.bytesPerRow),\(bitmap.height),".utf8)
        bytes.reserveCapacity(bytes.count + bitmap.bytes.count + 8)
        bytes += bitmap.bytes.map { ~$0 }
        return bytes + "\nP\(copies)\n".utf8
    }
}
