/// The program's name with its version, as `--version` and pictures have it.
package let programName = "quietzone 0.1.0"
