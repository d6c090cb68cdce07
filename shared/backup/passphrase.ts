/** Minimum length of a backup's passphrase, characters. */
export const shortestPassphrase = 12

/** Minimum number of different characters: `aaaaaaaaaaaa` is long but useless. */
const fewestDifferent = 5

export type PassphraseLevel = 'refused' | 'weak' | 'fair' | 'strong'

/** The strength of a passphrase. A `refused` one can't be used; the others are the person's choice. */
export interface PassphraseJudgement {
  readonly level: PassphraseLevel
  /** One sentence for the person. */
  readonly words: string
}

/** Words at the top of every list of leaked passwords. */
const wornOut = /passwor[dt]|passphrase|qwert[yz]|12345|letmein|welcome|iloveyou|abc123|asdfgh|clavis/iu

/**
 * Judges how well a passphrase protects a backup from someone who has its file and unlimited time. A rough measure:
 * length counts most, then the number of different characters.
 */
export function judgePassphrase(passphrase: string): PassphraseJudgement {
  const characters = Array.from(new Intl.Segmenter().segment(normalPassphrase(passphrase)), ({ segment }) => segment)
  const different = new Set(characters).size
  if (characters.length < shortestPassphrase)
    return {
      level: 'refused',
      words: `Use at least ${shortestPassphrase} characters, best four or five unrelated words.`,
    }
  if (different < fewestDifferent)
    return { level: 'refused', words: 'Too repetitive. Use four or five unrelated words.' }
  if (wornOut.test(passphrase) || different < 8 || /^\d+$/u.test(passphrase))
    return { level: 'weak', words: 'Weak: easy to guess. Use four or five unrelated words.' }
  if (characters.length < 20 || different < 10)
    return { level: 'fair', words: 'Fair. Add a word or two to make it strong.' }
  return { level: 'strong', words: 'Strong.' }
}

/**
 * Normalizes a passphrase before keys are derived from it (RFC 8265 §4.2: composed characters, plain spaces), so that
 * it works on every system.
 */
export function normalPassphrase(passphrase: string): string {
  return passphrase.replaceAll(/\p{Space_Separator}/gu, ' ').normalize('NFC')
}
