import { hasHiddenCharacters } from '../values/visible-text.ts'

/**
 * What a name must not contain besides hidden characters: white space other than a space, a blank that counts as a
 * letter, and variation selectors and joiners outside of emoji and joined scripts.
 */
const unseen =
  /[\p{Z}--[ ]]|\u2800|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\p{Variation_Selector}|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}])[\u200C\u200D]/v

/** Returns whether every character of a name can be seen, so that two names never differ in what is not shown. */
export function isVisibleName(name: string): boolean {
  return !hasHiddenCharacters(name) && !unseen.test(name)
}
