/** An instant (ISO 8601 in UTC) to the second, e.g. `2026-11-21 12:30:05 UTC`. */
export function inUtc(value: string): string {
  return `${value.replace('T', ' ').replace(/(?:\.\d+)?Z$/u, '')} UTC`
}
