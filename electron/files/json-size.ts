/**
 * Whether a text of JSON has at most so many values, told before it is parsed: a few megabytes of tiny or nested values
 * would become hundreds of megabytes of objects. Texts inside it may make it count too many, never too few.
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
