import { hasHiddenCharacters } from '../values/visible-text.ts'

/**
 * What a name must not contain besides hidden characters: white space other than a space, blanks that count as letters
 * or signs, code points that are no characters or private ones, and variation selectors and joiners outside of emoji and joined scripts.
 */
const unseen =
  /[\p{Z}--[ ]]|[\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}\p{Co}\p{Cs}\p{Cn}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\p{Variation_Selector}|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}])[\u200C\u200D]/v

/** Returns whether every character of a name can be seen, so that two names never differ in what is not shown. */
export function isVisibleName(name: string): boolean {
  return !hasHiddenCharacters(name) && !unseen.test(name)
}
