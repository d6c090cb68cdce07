import type { ColumnFilter } from '../query/list-filter.ts'
import type { SearchWord } from '../query/list-search.ts'

// The line in which a person writes what a list is to show:
//
//   line       words and filters, with blanks between them
//   word       ["-"] text without blanks and quotes | ["-"] a JSON string
//   filter     ["-"] name ":" values | ["-"] name "~" text | ["-"] name (">=" | "<=" | ">" | "<") bound
//   values     "empty" | day "@" hour "h" | bound ["<"] ".." ["<"] bound | text ("," text)*
//   name       the end of a column's path, where no other column's path ends so, or the person's own name for it
//   text       anything without blanks, quotes and commas, or a JSON string
//
// All words must occur in the record, in whichever order and values; a JSON string as it stands, blanks included. “-” leaves
// out what the word or the filter would show. A number such as “-12.50” is a word as it stands, for numbers are looked for
// more often than left out: “-"12.50"” leaves them out. A lone “-” and an empty JSON string say nothing.
//
// A day is “Mon” to “Sun” and an hour “00” to “23”: “Sun@03h” are the dates of that hour of every week, by the person's
// clock; one that is written without a zone is taken as it is written. “~” is “contains”; a “<” beside “..” leaves that end out. In a column of dates a day, a month or a year is meant as a
// whole, but in quotes it is the value that is written so. “name=…” and “name==…” are read as “name:…”, “name!=…” as
// “-name:…” where a column is called so; else they are words.

/** What a line asks for. */
export interface FilterLine {
  readonly search: readonly SearchWord[]
  readonly filters: readonly ColumnFilter[]
}
