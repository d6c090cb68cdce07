import type { JudgedProfile } from '#shared/expiry/profile-expiry.ts'

/** Returns the days until a certificate expires in a word, e.g. `5 d`; undefined for a profile in set-up. */
export function daysWord({ standing, daysLeft }: JudgedProfile['expiry'], isAlert: boolean): string | undefined {
  switch (standing) {
    case 'expired':
      return 'expired'
    case 'not-yet-valid':
      return 'not yet'
    case 'none':
      return isAlert ? 'none' : undefined
    case 'urgent':
    case 'soon':
    case 'fine':
      return daysLeft === 0 ? 'today' : `${(daysLeft ?? 0).toLocaleString()} d`
  }
}

/** Returns up to two letters that stand for a profile's name on the rail, e.g. `AL` for `Acme live`. */
export function initialsOf(name: string): string {
  const [first = name, second] = name.split(/[\s\p{P}]+/u).filter((word) => word !== '')
  const letters = second === undefined ? Array.from(first).slice(0, 2) : [firstOf(first), firstOf(second)]
  return letters.join('').toLocaleUpperCase()
}

/** Returns the first character, which may have two code units. */
function firstOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0)
}
