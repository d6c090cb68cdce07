import type { Icon } from '@tabler/icons-react'
import type { Profile } from '#shared/profiles/profile.ts'

/** A place, an action, a saved view, a certificate or a record in the command palette. */
export interface PaletteEntry {
  /** Its own in the whole palette. */
  readonly id: string
  /** What to do, or where it leads; undefined for a profile itself. */
  readonly label?: string
  /** Other words by whose beginnings it is found. */
  readonly words?: readonly string[]
  readonly Icon?: Icon
  /** The profile that it belongs to, whose name is before the label. */
  readonly profile?: Profile
  /** What is known of it, e.g. `25,000 loaded`. */
  readonly detail?: string | undefined
  readonly run: () => void
}

/** The entries of the palette: before anything is typed, and all of them, those that come first for equal matches first. */
export interface PaletteEntries {
  readonly suggested: readonly PaletteEntry[]
  readonly all: readonly PaletteEntry[]
}

/** How many entries are shown at most: nobody reads more, and each costs time. */
const maxShown = 50

/** Splits a query into words. Digits in hex, however they are grouped, are the one word of a thumbprint. */
export function typedWords(query: string): readonly string[] {
  const digits = query.replaceAll(/[\s:]/gu, '')
  if (/^[\da-f]{16,}$/iu.test(digits)) return [digits]
  return query.split(/\s+/u).filter((word) => word !== '')
}

/** Returns the word of a query that may be a record's identifier; undefined without one. */
export function typedIdentifier(query: string): string | undefined {
  return typedWords(query)
    .filter((word) => word.length >= 3 && /\d/u.test(word))
    .toSorted((one, other) => other.length - one.length)[0]
}

/**
 * Returns the entries with every typed word in profile name and label, or at the start of a keyword. Words that start one
 * of name or label come first, then starts of keywords, then the rest; equal ones stay in their order.
 */
export function findEntries({ suggested, all }: PaletteEntries, query: string): readonly PaletteEntry[] {
  const needles = typedWords(query.toLowerCase())
  if (needles.length === 0) return suggested
  return all
    .map((entry) => ({ entry, rank: rankOf(entry, needles) }))
    .filter(({ rank }) => rank !== noMatch)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxShown)
    .map(({ entry }) => entry)
}

const noMatch = 3

/** Returns the rank of the word that matches worst: 0 is best. */
function rankOf({ label = '', words = [], profile }: PaletteEntry, needles: readonly string[]): number {
  const title = `${profile?.name ?? ''} ${label}`.toLowerCase()
  const keywords = words.join(' ').toLowerCase()
  const ranks = needles.map((needle) => {
    if (hasStart(title, needle)) return 0
    if (hasStart(keywords, needle)) return 1
    return title.includes(needle) ? 2 : noMatch
  })
  return Math.max(...ranks)
}

function hasStart(text: string, needle: string): boolean {
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
    if (at === 0 || !/[\p{Letter}\p{Number}]/u.test(text[at - 1] ?? '')) return true
  return false
}
