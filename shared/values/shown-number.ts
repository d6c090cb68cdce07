interface NumberSigns {
  readonly format: Intl.NumberFormat
  readonly digits: readonly string[]
  readonly group: string
  readonly decimal: string
}

const known = new Map<string | undefined, NumberSigns>()

function signsOf(locale: string | undefined): NumberSigns {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const digits = Array.from('0123456789', (digit) => format.format(Number(digit)))
  const parts = format.formatToParts(1_234_567.5)
  const sign = (wanted: 'group' | 'decimal'): string =>
    plain(parts.find(({ type }) => type === wanted)?.value ?? '', digits)
  return { format, digits, group: sign('group'), decimal: sign('decimal') }
}

/** Replaces a language's own digits, and all kinds of blanks and apostrophes. */
function plain(text: string, digits: readonly string[]): string {
  const signs = Array.from(text.replaceAll(/\s/gu, ' ').replaceAll('’', "'"))
  return signs.map((sign) => (digits.includes(sign) ? String(digits.indexOf(sign)) : sign)).join('')
}

/**
 * Parses a number as a language writes it, such as `1,234.5` in English or `1.234,5` in German, to a JSON number; undefined
 * for any other text. Blanks and apostrophes separate thousands in every language; a text with both signs may also have
 * them the other way round.
 * @param locale the window's unless given
 */
export function readShownNumber(text: string, locale?: string): string | undefined {
  const signs = known.get(locale) ?? signsOf(locale)
  known.set(locale, signs)
  const { format, digits: ownDigits, group, decimal } = signs
  const [, sign = '', number = ''] = /^([-+\u2212]?)(.*)$/su.exec(plain(text, ownDigits)) ?? []
  const isEither = number.includes(group) && number.includes(decimal)
  for (const [separator, point] of [
    [group, decimal],
    [' ', decimal],
    ["'", decimal],
    ...(isEither ? [[decimal, group] as const] : []),
  ] as const) {
    const [integer = '', fraction = '', ...others] = number.split(point)
    const digits = integer.replaceAll(separator, '')
    if (others.length > 0 || !/^\d+$/u.test(digits + fraction)) continue
    const grouped = plain(format.format(BigInt(digits)), ownDigits).replaceAll(group, separator)
    if (integer !== digits && integer !== grouped) continue
    const isNegative = sign !== '' && sign !== '+'
    return `${isNegative ? '-' : ''}${digits.replace(/^0+(?=\d)/u, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
  }
  return undefined
}
