import type { Icon } from '@tabler/icons-react'
import type { Profile } from '#shared/profiles/profile.ts'

/** A page or an action in the command palette. */
export interface PaletteEntry {
  /** Its own in the whole palette. */
  readonly id: string
  readonly label: string
  /** Other words by which it is found. */
  readonly words?: readonly string[]
  readonly Icon?: Icon
  /** The profile that it leads to. */
  readonly profile?: Profile
  readonly run: () => void
}

/** Entries under one heading. */
export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

export function typedWords(query: string): readonly string[] {
  return query.split(/\s+/u).filter((word) => word !== '')
}

/**
 * Returns the entries with every typed word in their label, keywords or heading. Matches of the label come first, then
 * those of keywords, then those of the heading; groups are ordered by their first entry.
 */
export function findEntries(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  const needles = typedWords(query.toLowerCase())
  return groups
    .map(({ title, entries }) => {
      const ranked = entries
        .map((entry) => ({ entry, rank: rankOf(entry, title, needles) }))
        .filter(({ rank }) => rank !== -1)
        .toSorted((one, other) => one.rank - other.rank)
      return { title, entries: ranked.map(({ entry }) => entry), rank: ranked[0]?.rank ?? -1 }
    })
    .filter(({ entries }) => entries.length > 0)
    .toSorted((one, other) => one.rank - other.rank)
}

/** Returns how many of label, keywords and heading are needed to match all words: -1 if they don't match. */
function rankOf({ label, words = [] }: PaletteEntry, title: string, needles: readonly string[]): number {
  const texts = [label, [label, ...words].join(' '), [label, ...words, title].join(' ')]
  return texts.findIndex((text) => needles.every((needle) => text.toLowerCase().includes(needle)))
}
