import type { TokenState } from '#shared/tokens/token.ts'

export interface TokenMessage {
  readonly tone: 'good' | 'quiet' | 'bad'
  readonly title: string
  readonly detail: string
}

/** Describes a token. @param now milliseconds since the epoch */
export function describeToken(token: TokenState, now: number): TokenMessage {
  switch (token.kind) {
    case 'none':
      return { tone: 'quiet', title: 'No token', detail: 'Requested automatically when needed.' }
    case 'requesting':
      return { tone: 'quiet', title: 'Requesting…', detail: 'Waiting for the service.' }
    case 'failed':
      return { tone: 'bad', title: 'Last request failed', detail: token.error.message }
    case 'held': {
      const left = Date.parse(token.expiresAt) - now
      if (left <= 0)
        return { tone: 'quiet', title: 'Expired', detail: 'A new one is requested automatically when needed.' }
      return { tone: 'good', title: 'Active', detail: `Expires in ${describeDuration(left)}` }
    }
  }
}

/** Formats a duration in its two largest units, e.g. `7 h 58 min`; `less than a minute` below one. */
export function describeDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Formats the time until a token expires, to the second: `7 h 58 min 04 s left`. @param left milliseconds; 0 or less if expired */
export function remainingTime(left: number): string {
  if (left <= 0) return 'expired'
  const seconds = Math.ceil(left / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (hours > 0) return `${hours.toLocaleString()} h ${two(minutes)} min ${two(rest)} s left`
  return minutes > 0 ? `${minutes} min ${two(rest)} s left` : `${rest} s left`
}

/** Compares the server's clock with this computer's. @param clock milliseconds */
export function clockMessage(
  { offset, uncertainty }: { readonly offset: number; readonly uncertainty: number },
  isFollowed: boolean,
): string {
  const seconds = (milliseconds: number): string => (Math.abs(milliseconds) / 1000).toFixed(1)
  const direction = offset > 0 ? 'ahead of' : 'behind'
  const measured = `The server’s clock is ${seconds(offset)} s (± ${seconds(uncertainty)} s) ${direction} this computer’s.`
  return isFollowed
    ? `${measured} Assertions use the server’s time.`
    : `${measured} Synchronize this computer’s clock. Until then, you can use the server’s time in the profile’s settings.`
}
