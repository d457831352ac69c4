import Formats

/// Tells genres from what else people tag records with, such as `british`, `1980s` and `favourites`.
enum MusicGenre {
    /// The last words of the names of genres: `progressive rock`, `synth-pop`, `drum and bass`.
    private static let words: Set<String> = [
        "acoustic", "afrobeat", "alternative", "ambient", "americana", "ballad", "baroque", "bass", "beat", "bebop",
        "bluegrass",
        "blues", "bolero", "boogie", "boogie-woogie", "bossa", "breakbeat", "breaks", "cabaret", "calypso", "chamber",
        "chanson",
        "choral", "classical", "comedy", "core", "country", "crossover", "cumbia", "dance", "dancehall", "disco",
        "downtempo",
        "drone", "dub", "dubstep", "edm", "electro", "electroclash", "electronic", "electronica", "emo", "fado",
        "flamenco",
        "folk", "folktronica", "funk", "fusion", "garage", "glitch", "goa", "gospel", "goth", "gothic", "grime",
        "grunge",
        "hardcore", "hardstyle", "hip-hop", "hop", "house", "idm", "indie", "industrial", "instrumental", "jazz",
        "jungle",
        "klezmer", "krautrock", "lieder", "lounge", "madrigal", "mariachi", "medieval", "merengue", "metal",
        "metalcore",
        "minimal", "minimalism", "musical", "new age", "noise", "nova", "opera", "operetta", "oratorio", "polka", "pop",
        "post-rock",
        "psychedelia", "psychedelic", "punk", "r&b", "ragga", "ragtime", "rap", "reggae", "reggaeton", "renaissance",
        "rock",
        "rockabilly", "romantic", "roots", "rumba", "salsa", "samba", "schlager", "score", "shoegaze",
        "singer-songwriter", "ska",
        "soul", "soundtrack", "swing", "symphony", "synthwave", "tango", "techno", "trance", "trap", "wave", "world",
        "zydeco",
    ]

    /// Whether the name of a tag ends in the name of a genre.
    static func isGenre(_ tag: String) -> Bool {
        guard tag.utf8.count <= 60 else { return false }
        let name = tag.lowercased()
        let last = name.split { $0 == " " || $0 == "-" }.last.map(String.init) ?? ""
        return words.contains(name) || words.contains(last)
    }
}
