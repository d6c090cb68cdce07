/** The fewest characters that a backup's passphrase may have. */
export const shortestPassphrase = 12

/** The fewest different characters: `aaaaaaaaaaaa` is as long as it is useless. */
const fewestDifferent = 5

export type PassphraseLevel = 'refused' | 'weak' | 'fair' | 'strong'

/** What is to be said of a passphrase. One that is `refused` is not taken; the others are the person's choice. */
export interface PassphraseJudgement {
  readonly level: PassphraseLevel
  /** One sentence for the person. */
  readonly words: string
}

/** Words that stand at the top of every list of passwords that were stolen. */
const wornOut = /passwor[dt]|passphrase|qwert[yz]|12345|letmein|welcome|iloveyou|abc123|asdfgh|clavis/iu

/**
 * Judges how well a passphrase keeps a backup from somebody who has its file and all the time in the world.
 * A rough measure in words: length counts most, then how many different characters there are.
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
 * The one spelling of a passphrase that keys are made from (RFC 8265 §4.2: composed characters, plain spaces), so that
 * what one system types opens what another one wrote.
 */
export function normalPassphrase(passphrase: string): string {
  return passphrase.replaceAll(/\p{Space_Separator}/gu, ' ').normalize('NFC')
}
