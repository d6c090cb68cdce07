import type { ColumnFilter } from './list-filter.ts'

// The line in which a person writes what a list is to show:
//
//   line       words, quoted text and filters, with blanks between them
//   filter     ["-"] name ":" values | ["-"] name "~" text | ["-"] name (">=" | "<=" | ">" | "<") bound
//   values     "empty" | bound ["<"] ".." ["<"] bound | text ("," text)*
//   name       the end of a column's path, where no other column's path ends so, or the person's own name for it
//   text       anything without blanks, quotes and commas, or a JSON string
//
// “-” leaves out what the filter would show; “~” is “contains”; a “<” beside “..” leaves that end out. In a column of
// dates a day, a month or a year is meant as a whole. “name=…” and “name==…” are read as “name:…”, “name!=…” as “-name:…”
// where a column is called so; else they are words.

/** What a line asks for: everything besides filters is one text that must occur in the record. */
export interface FilterLine {
  readonly search: string
  readonly filters: readonly ColumnFilter[]
}
