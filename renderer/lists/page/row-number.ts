/**
 * Parses a row number, with or without the language's thousands separators or blanks; undefined for anything else, such
 * as a fraction.
 * @param locale the window's unless given
 */
export function rowNumber(text: string, locale?: string): number | undefined {
  const plain = text.trim()
  const sign = new Intl.NumberFormat(locale).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value
  const groups = plain.split(sign !== undefined && plain.includes(sign) ? sign : /[\s'’]/u)
  // Some languages group two digits before the last three.
  const isGrouped = groups.every((group, index) => (index === 0 ? /^\d{1,3}$/u : /^\d{2,3}$/u).test(group))
  const isNumber = groups.length === 1 ? /^\d+$/u.test(plain) : isGrouped && groups.at(-1)?.length === 3
  return isNumber ? Number(groups.join('')) : undefined
}
