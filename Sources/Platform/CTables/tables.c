#include "CTables.h"

// The compiler does not see what the assembler includes. This names the files, so that a change of one compiles this file again.
#if !(__has_include("../../Reading/Charsets/Data/letter-pairs.txt") && \
      __has_include("../../Reading/Charsets/Data/character-costs.txt") && \
      __has_include("../../Content/Payloads/Data/aamva.tsv") && \
      __has_include("../../Content/Payloads/Data/countries.tsv") && \
      __has_include("../../Content/Payloads/Data/currencies.tsv") && \
      __has_include("../../Content/Payloads/Data/gs1-ai.tsv") && \
      __has_include("../../Content/Payloads/Data/gs1-labels.tsv") && \
      __has_include("../../Content/Payloads/Data/gtin-prefixes.tsv") && \
      __has_include("../../Content/Payloads/Data/iban.tsv") && \
      __has_include("../../Content/Payloads/Data/isbn-ranges.tsv") && \
      __has_include("../../Content/Payloads/Data/known-names.tsv") && \
      __has_include("../../Content/Payloads/Data/look-alikes.tsv") && \
      __has_include("../../Content/Payloads/Data/package-types.tsv") && \
      __has_include("../../Content/Payloads/Data/rail-tickets.tsv") && \
      __has_include("../../Content/Payloads/Data/shorteners.tsv") && \
      __has_include("../../Content/Payloads/Data/top-level-domains.tsv") && \
      __has_include("../../Content/Payloads/Data/vin-countries.tsv") && \
      __has_include("../../Content/Payloads/Data/vin-makers.tsv"))
#error "a table is missing"
#endif

// The assembler looks for the file in the folder Sources, by a header search path in Package.swift.
#define TABLE(name, path)                                                                                    \
    __asm__(".section .rodata\n"                                                                             \
            ".globl qz_" #name ", qz_" #name "_end\n"                                                        \
            "qz_" #name ": .incbin \"" path "\"\n"                                                           \
            "qz_" #name "_end: .byte 0\n"                                                                    \
            ".text")

TABLE(letter_pairs_txt, "Reading/Charsets/Data/letter-pairs.txt");
TABLE(character_costs_txt, "Reading/Charsets/Data/character-costs.txt");
TABLE(aamva_tsv, "Content/Payloads/Data/aamva.tsv");
TABLE(countries_tsv, "Content/Payloads/Data/countries.tsv");
TABLE(currencies_tsv, "Content/Payloads/Data/currencies.tsv");
TABLE(gs1_ai_tsv, "Content/Payloads/Data/gs1-ai.tsv");
TABLE(gs1_labels_tsv, "Content/Payloads/Data/gs1-labels.tsv");
TABLE(gtin_prefixes_tsv, "Content/Payloads/Data/gtin-prefixes.tsv");
TABLE(iban_tsv, "Content/Payloads/Data/iban.tsv");
TABLE(isbn_ranges_tsv, "Content/Payloads/Data/isbn-ranges.tsv");
TABLE(known_names_tsv, "Content/Payloads/Data/known-names.tsv");
TABLE(look_alikes_tsv, "Content/Payloads/Data/look-alikes.tsv");
TABLE(package_types_tsv, "Content/Payloads/Data/package-types.tsv");
TABLE(rail_tickets_tsv, "Content/Payloads/Data/rail-tickets.tsv");
TABLE(shorteners_tsv, "Content/Payloads/Data/shorteners.tsv");
TABLE(top_level_domains_tsv, "Content/Payloads/Data/top-level-domains.tsv");
TABLE(vin_countries_tsv, "Content/Payloads/Data/vin-countries.tsv");
TABLE(vin_makers_tsv, "Content/Payloads/Data/vin-makers.tsv");
