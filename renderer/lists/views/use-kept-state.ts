import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListState } from '#shared/lists/list-views.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { useOnPageLeave } from '../../platform/page-leave.ts'

/** How long nothing changes before it is stored, milliseconds. */
const settling = 400

/** Stores how a list is shown, so that it is there after a restart. */
export function useKeptState(profileId: ProfileId, list: ListName, state: ListState): void {
  const text = JSON.stringify(state)
  const stored = useRef(text)
  const keep = (): void => {
    if (stored.current === text) return
    stored.current = text
    // The list stays as it is in this window, and the next change is stored again.
    call('lists.keepState', { profileId, list, state }).catch(() => undefined)
  }
  const keepLatest = useEffectEvent(keep)
  useEffect(() => {
    const timer = setTimeout(() => keepLatest(), settling)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => () => keepLatest(), [])
  useOnPageLeave(keep)
}
