import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProfileId } from '#shared/profiles/profile.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { showError } from '../ui/dialog/show-error.tsx'

/** How long a revealed token is shown, milliseconds. */
const shownFor = 30_000

export interface RevealedToken {
  /** Undefined while it is hidden. */
  readonly text: string | undefined
  /** When it hides, milliseconds since the epoch. */
  readonly hidesAt: number
  readonly reveal: () => Promise<void>
  readonly hide: () => void
}

interface Shown {
  readonly text: string
  /** Identifies the token: its text is cleared when another one replaces it. */
  readonly obtainedAt: string | undefined
  readonly hidesAt: number
}

/**
 * Reveals the profile’s token as text. It hides after half a minute, when the window is hidden, when the page is left,
 * and when the token changes.
 */
export function useRevealedToken(profileId: ProfileId, token: TokenState | undefined): RevealedToken {
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown>()

  useEffect(() => {
    if (shown === undefined) return undefined
    const hide = (): void => setShown(undefined)
    const hideUnseen = (): void => {
      if (document.hidden) hide()
    }
    const timer = setTimeout(hide, shown.hidesAt - Date.now())
    document.addEventListener('visibilitychange', hideUnseen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideUnseen)
    }
  }, [shown])

  async function reveal(): Promise<void> {
    try {
      const { accessToken } = await call('tokens.reveal', { profileId })
      // If the held one had expired, main requested a new one first and published it before it responded.
      const state = client.getQueryData(queries.token(profileId).queryKey)
      setShown({ text: accessToken, obtainedAt: obtainedAtOf(state), hidesAt: Date.now() + shownFor })
    } catch (error) {
      showError('Couldn’t show the token', error)
    }
  }

  // A discarded token is not shown again when another one arrives.
  if (shown !== undefined && token?.kind !== 'held') setShown(undefined)
  const isCurrent = shown !== undefined && shown.obtainedAt === obtainedAtOf(token)
  return {
    text: isCurrent ? shown.text : undefined,
    hidesAt: shown?.hidesAt ?? 0,
    reveal,
    hide: () => setShown(undefined),
  }
}

function obtainedAtOf(token: TokenState | undefined): string | undefined {
  return token?.kind === 'held' ? token.obtainedAt : undefined
}
