import Formats

/// What is wrong with a pass: what iOS would refuse, or show other than was meant.
package struct PassProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What it is, by a name that programs can rely on.
    package let kind: Kind
    /// Where it is: a file, or a key of pass.json (`eventTicket.primaryFields[0].value`); empty for the whole pass.
    package let place: String
    /// What is wrong and what to do, in one line.
    package let words: String

    /// Whether a pass with it is refused; else it is a word of caution.
    package var isError: Bool { !Self.cautions.contains(kind) }

    /// The place and the words, on one line, harmless for a terminal.
    package var description: String { place.isEmpty ? words : "\(place): \(words)" }

    init(_ kind: Kind, _ place: String = "", _ words: String) {
        self.kind = kind
        self.place = place.singleLine(limit: 120)
        self.words = words.singleLine(limit: 300)
    }

    /// Sorts of problems.
    package enum Kind: String, CaseIterable, Sendable {
        // The archive.
        case notAnArchive, damagedArchive, encryptedFile, duplicateName, unsafeName, overlappingFiles, linkInArchive
        case tooManyFiles, tooLarge, strayBytes
        // What is in it.
        case passMissing, manifestMissing, manifestDamaged, signatureMissing, notInManifest, fileMissing, wrongHash
        case unknownFile
        // The signature.
        case signatureDamaged, signatureOfOther, signatureWrong, signerMissing, signingTimeMissing, signedInFuture
        case severalSigners
        // Certificates.
        case certificateExpired, certificateNotYetValid, certificateExpiredSince, intermediateMissing
        case intermediateWrong, unknownRoot, notAPassCertificate, chainWrong, passTypeDiffers, teamDiffers
        // pass.json.
        case jsonDamaged, repeatedKey, keyMissing, unknownKey, wrongType, wrongValue, dateWrong, dateWithoutZone
        case styleMissing, styleTwice, fieldKeyTwice, keyOfOtherStyle, tooMany, oldKey, nfcLeftOut, messageNotEncodable
        case barcodeImpossible, notHTTPS, tokenTooShort, numberOfText, changeMessage
        case unknownCharset, unknownFormat, dateStyleAlone, posterIncomplete
        // Pictures and texts.
        case iconMissing, notPNG, pictureTooLarge, pictureScale, pictureOfOtherStyle, stringsDamaged
        // A series.
        case serialTwice, madeDifferently, fileOfOther
    }

    /// What iOS takes all the same.
    private static let cautions: Set<Kind> = [
        .unknownFile, .certificateExpiredSince, .unknownKey, .keyOfOtherStyle, .oldKey, .nfcLeftOut, .changeMessage,
        .pictureTooLarge, .pictureScale, .pictureOfOtherStyle, .unknownCharset, .unknownFormat, .dateStyleAlone,
        .severalSigners, .posterIncomplete,
    ]
}

/// Why a pass is not made: its problems that are errors.
package struct PassError: Error, CustomStringConvertible, Sendable {
    /// What is wrong; at least one is an error.
    package let problems: [PassProblem]

    package var description: String { problems.map(\.description).joined(separator: "\n") }

    init(_ problems: [PassProblem]) { self.problems = problems }

    init(_ problem: PassProblem) { problems = [problem] }

    init(_ kind: PassProblem.Kind, _ place: String, _ words: String) {
        problems = [PassProblem(kind, place, words)]
    }
}

extension [PassProblem] {
    mutating func add(_ kind: PassProblem.Kind, _ place: String, _ words: String) {
        append(PassProblem(kind, place, words))
    }
}
