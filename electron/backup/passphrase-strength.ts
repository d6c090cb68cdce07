import { randomInt } from 'node:crypto'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import type { PassphraseJudgement } from '#shared/backup/backup.ts'
import { normalPassphrase, shortestPassphrase } from '#shared/backup/passphrase.ts'

/** Words of a suggested passphrase: 77 bits, which no attacker can try. */
const suggestedWords = 6

/** Passphrases that lists of passwords have only in other spellings. */
const wornOut = ['correcthorsebatterystaple', 'tobeornottobe', 'clavis']

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary, wornOut },
  graphs: common.adjacencyGraphs,
  // It runs on main's thread: with the library's own limits, 256 characters made for it take two seconds, with these 0.1.
  maxLength: 64,
  l33tMaxSubstitutions: 6,
})

/**
 * Judges how well a passphrase protects a backup from someone who has its file and unlimited time: by the number of guesses that a
 * program needs which knows lists of passwords, words, names, dates and keyboard patterns. The limits are powers of ten; four words
 * that were drawn at random are strong.
 */
export function judgePassphrase(passphrase: string): PassphraseJudgement {
  const text = normalPassphrase(passphrase)
  const characters = Array.from(new Intl.Segmenter().segment(text)).length
  if (characters < shortestPassphrase)
    return {
      level: 'refused',
      words: `Use at least ${shortestPassphrase} characters, best five or six unrelated words.`,
    }
  // An attacker who tries phrases also tries them without the characters between the words.
  const guesses = Math.min(
    ...[text, text.replaceAll(/[\s._-]+/gu, '')].map((each) => estimator.check(each).guessesLog10),
  )
  if (guesses < 7) return { level: 'refused', words: 'Too easy to guess. Use five or six unrelated words.' }
  if (guesses < 10) return { level: 'weak', words: 'Weak: a program guesses it in days. Add two unrelated words.' }
  if (guesses < 13.3) return { level: 'fair', words: 'Fair. Add a word or two to make it strong.' }
  return { level: 'strong', words: 'Strong.' }
}

/** Draws a passphrase of words that are easy to read and to type, from the list of 7,776 words for dice. */
export function suggestPassphrase(): string {
  const words = common.dictionary['diceware-common']
  return Array.from({ length: suggestedWords }, () => words[randomInt(words.length)]).join(' ')
}
