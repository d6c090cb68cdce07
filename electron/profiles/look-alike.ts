import lookAlikes from 'unhomoglyph/data.json' with { type: 'json' }

/** What characters look like, by character (UTS #39, confusables). */
const prototypes: Readonly<Record<string, string>> = lookAlikes

/** What has no width. */
const ignored = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gv

/** Skeletons by name: profiles are compared with each other again and again. */
const known = new Map<string, string>()
const maxKnown = 10_000

/**
 * Returns what a name looks like: names that people could take for each other have the same skeleton (UTS #39, section
 * 4). Looser than the standard: upper and lower case are the same, also of letters that only look alike in one of them,
 * and so are i, l and 1, and any white space.
 */
export function nameSkeleton(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const plain = name.normalize('NFKC').replaceAll(ignored, '').replaceAll(/\s+/gu, ' ').trim()
  const latin = Array.from(plain.normalize('NFD'), latinLetter).join('')
  const skeleton = Array.from(latin.toLowerCase(), (character) => prototypes[character] ?? character)
    .join('')
    // A dot above does not show on letters that have one.
    .replaceAll(/(?<=[ij])\u0307/gu, '')
    .replaceAll(/[l1]/gu, 'i')
  if (known.size >= maxKnown) known.clear()
  known.set(name, skeleton)
  return skeleton
}

/** Returns the ASCII that a character looks like, in lower or upper case; without one, its prototype. */
function latinLetter(character: string): string {
  const alike = [character, character.toUpperCase()].map((each) => prototypes[each] ?? each)
  return alike.find((each) => /^[ -~]+$/u.test(each)) ?? alike[0] ?? character
}
