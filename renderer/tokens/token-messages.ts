import type { TokenState } from '../../shared/model/oauth/token.ts'

/** A token's state in a line, and how it is coloured. */
export interface TokenWords {
  readonly tone: 'good' | 'quiet' | 'bad'
  readonly title: string
  readonly detail: string
}

/** @param now milliseconds since the epoch */
export function describeToken(token: TokenState, now: number): TokenWords {
  switch (token.kind) {
    case 'none':
      return { tone: 'quiet', title: 'No token', detail: 'One is fetched when a call needs it.' }
    case 'requesting':
      return { tone: 'quiet', title: 'Being requested…', detail: 'The service has been asked.' }
    case 'failed':
      return { tone: 'bad', title: 'The last request failed', detail: token.error.message }
    case 'held': {
      const left = Date.parse(token.expiresAt) - now
      if (left <= 0) return { tone: 'quiet', title: 'Expired', detail: 'A new one is fetched when a call needs it.' }
      return { tone: 'good', title: 'Held in memory', detail: `Good for ${describeDuration(left)}.` }
    }
  }
}

/** A duration in its two largest units, e.g. `7 h 58 min`; `under a minute` below one. */
export function describeDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'under a minute'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
