/** Writes a number of things: `1 page`, `2,500 pages`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`
}

/** Writes a number of records: `1 record`, `2,500 records`. */
export function recordCount(records: number): string {
  return count(records, 'record')
}
