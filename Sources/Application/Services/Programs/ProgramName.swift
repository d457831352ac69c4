/// The version of the command line, JSON and settings (SemVer). Packaging scripts read this line.
package let programVersion = "0.2.0"
/// The day of this version's release; man pages show it.
package let releaseDate = "2026-11-29"
/// The program's name with its version, as pictures and requests have it.
package let programName = "quietzone \(programVersion)"
