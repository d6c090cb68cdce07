/**
 * Returns the day of an instant by this computer's own clock and calendar, e.g. `2026-03-02`, like dates in the window.
 * In UTC it may be another one.
 * @param instant ISO 8601
 */
export function localDay(instant: string): string {
  const date = new Date(instant)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
