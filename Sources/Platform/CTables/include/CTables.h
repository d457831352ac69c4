// Large tables of other targets, each as bytes in the program. SwiftPM's `embedInCode` makes an array literal of them, which takes the
// Swift compiler about a second for 2 KB (docs/architecture/building.md).
#pragma once
#include <stdint.h>

/// The content of a file; it lives as long as the program.
struct qz_table {
    const uint8_t *_Nonnull bytes;
    long count;
};

#define QZ_TABLE(name)                                                                                       \
    extern const uint8_t qz_##name[], qz_##name##_end[];                                                     \
    static inline struct qz_table qz_table_##name(void) {                                                    \
        return (struct qz_table){qz_##name, qz_##name##_end - qz_##name};                                    \
    }

QZ_TABLE(letter_pairs_txt)
QZ_TABLE(character_costs_txt)
QZ_TABLE(aamva_tsv)
QZ_TABLE(countries_tsv)
QZ_TABLE(currencies_tsv)
QZ_TABLE(gs1_ai_tsv)
QZ_TABLE(gs1_labels_tsv)
QZ_TABLE(gtin_prefixes_tsv)
QZ_TABLE(iban_tsv)
QZ_TABLE(isbn_ranges_tsv)
QZ_TABLE(known_names_tsv)
QZ_TABLE(look_alikes_tsv)
QZ_TABLE(package_types_tsv)
QZ_TABLE(rail_tickets_tsv)
QZ_TABLE(shorteners_tsv)
QZ_TABLE(top_level_domains_tsv)
QZ_TABLE(vin_countries_tsv)
QZ_TABLE(vin_makers_tsv)
