/**
 * Checks before parsing whether a JSON text has at most `limit` values: a few megabytes of tiny values would become
 * hundreds of megabytes of objects. Punctuation inside strings is counted too, so the count is never too low.
 */
export function hasAtMostValues(text: string, limit: number): boolean {
  let count = 1
  for (const character of ['[', '{', ','])
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      count += 1
      if (count > limit) return false
    }
  return true
}
