import type { Column } from '#shared/lists/list.ts'
import { lastWord } from './chart-columns.ts'

/** Last words in names of columns that hold currencies. */
const currencyWords = new Set(['currency', 'currencies', 'ccy'])
/** Last words in names of columns that hold amounts of money. */
const amountWords = new Set(
  (
    'amount amounts value total subtotal sum price fee fees cost costs charge charges balance net gross tax vat ' +
    'payout refund revenue turnover volume debit credit discount paid due'
  ).split(' '),
)

/** Whether a column holds amounts of money, by its name. */
export function isAmount(path: string): boolean {
  return amountWords.has(lastWord(path))
}

/** Last words in names of columns that count things. */
const countWords = new Set(
  (
    'count counts rows records items entries quantity qty size bytes pages lines transactions payments payouts refunds ' +
    'chargebacks orders customers merchants accounts users events messages'
  ).split(' '),
)

/** Whether a column's numbers measure or count something, by its name. */
export function isCounted(path: string): boolean {
  const last = lastWord(path)
  return amountWords.has(last) || countWords.has(last)
}

/** Whether a column holds currencies, by its name. */
export function isCurrencyPath(path: string): boolean {
  return currencyWords.has(lastWord(path.replace(/[._ -]?(?:code|iso)$/iu, '')))
}

/**
 * Returns the column with the currency of an amount, e.g. `fee.currency` of `fee.amount`: the one beside it, otherwise
 * the nearest one above. Undefined if the column is no amount by its name, or has no currency.
 */
export function currencyOf(path: string, columns: readonly Pick<Column, 'path' | 'type'>[]): string | undefined {
  if (!amountWords.has(lastWord(path))) return undefined
  const currencies = columns.filter(
    (each) => (each.type === 'text' || each.type === 'mixed') && isCurrencyPath(each.path),
  )
  for (
    let place: string | undefined = parentOf(path);
    place !== undefined;
    place = place === '' ? undefined : parentOf(place)
  ) {
    const beside = currencies.find((column) => parentOf(column.path) === place)
    if (beside !== undefined) return beside.path
  }
  return undefined
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

/** Currencies that are named. */
const maxNamed = 4

/** Says that amounts of several currencies are added or compared: `Mixes 4 currencies: EUR, GBP, JPY, USD.` */
export function mixedCurrenciesMessage(names: readonly string[], count: number): string {
  const named = names.slice(0, maxNamed)
  const more = count > named.length ? ', …' : ''
  return `Mixes ${count.toLocaleString()} currencies: ${named.join(', ')}${more}.`
}
