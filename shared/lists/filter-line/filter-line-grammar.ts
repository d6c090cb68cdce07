import type { ColumnFilter, SearchWord } from '../list-filter.ts'

// The filter line's grammar:
//
//   line       words and filters, separated by blanks
//   word       ["-"] text without blanks and quotes | ["-"] a JSON string
//   filter     ["-"] name ":" values | ["-"] name "~" text | ["-"] name (">=" | "<=" | ">" | "<") bound
//   values     "empty" | bound ["<"] ".." ["<"] bound | text ("," text)*
//   name       the end of a column's path, if it is unique, or the person's own name for it
//   text       anything without blanks, quotes and commas, or a JSON string
//
// All words must occur in the record, in any order and in any of its values; a JSON string matches exactly, including
// blanks. “-” excludes what the word or filter matches. A number such as “-12.50” is a word, because numbers are searched
// for more often than excluded: “-"12.50"” excludes it. A lone “-” and an empty JSON string are ignored.
//
// The types of columns, which depend on what is loaded, never change what a line means. A bare value that the window would
// show for another number, such as “1,234,567”, which is also three values, or “1.000” in German, is refused: the number
// without separators means one, quotes the other. So is a date that doesn't exist.
//
// “~” means “contains”; a “<” beside “..” excludes that end. For dates a day, a month or a year means all of it, by the
// person's clock, and so do “today”, “yesterday”, “this” or “last” “week” or “month”, “last 7d” and “last 24h” with any
// number, which are computed when the filter is used; in quotes a day is exactly that, and a relative period a text.
// “name=…” and “name==…” are read as “name:…”, “name!=…” as “-name:…” if there is such a column; otherwise they are words.

export interface FilterLine {
  readonly search: readonly SearchWord[]
  readonly filters: readonly ColumnFilter[]
}

/** Why a line is invalid, and which part of it. */
export interface FilterLineFault {
  readonly message: string
  readonly start: number
  readonly end: number
  /** What was probably meant. */
  readonly corrections?: readonly Correction[]
}

/** Text that was probably meant, and where it belongs in the line, as written there. */
export interface Correction {
  readonly label: string
  readonly written: string
  readonly start: number
  readonly end: number
}

/** Thrown if a part of a line is invalid. */
export class LineFault extends Error {
  readonly fault: FilterLineFault

  constructor(message: string, start: number, end: number, corrections: readonly Correction[] = []) {
    super(message)
    this.fault = { message, start, end, ...(corrections.length > 0 && { corrections }) }
  }
}

/** What to do if a text was not meant as a filter. */
export const quotesHint = 'To search for this text, put it in quotes.'
