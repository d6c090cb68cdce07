/** How long a token still lasts, to the second: `7 h 58 min 04 s left`. @param left milliseconds; at most 0 once it ended */
export function remainingTime(left: number): string {
  if (left <= 0) return 'no time left'
  const seconds = Math.ceil(left / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (hours > 0) return `${hours.toLocaleString()} h ${two(minutes)} min ${two(rest)} s left`
  return minutes > 0 ? `${minutes} min ${two(rest)} s left` : `${rest} s left`
}
