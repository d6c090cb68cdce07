import type { Services } from '../../services.ts'
import { events, type EventName, type EventPayload } from '../../../shared/contract.ts'
import { eventChannel } from '../channels.ts'

/**
 * Sends changes of the services to the page as events.
 * @returns a function that stops it
 */
export function forwardEvents(
  { profiles, tokens, requestLog, datasets, lists, snapshots, listColumns, activity, practice, expiry }: Services,
  sendEvent: SendEvent,
): () => void {
  const unsubscribes = [
    // Credentials are stored with their profile: a change of the file may affect both.
    profiles.onChange((profileIds) => {
      sendEvent('profiles.changed', undefined)
      for (const profileId of profileIds) sendEvent('credentials.changed', { profileId })
    }),
    tokens.onChange((profileId, state) => sendEvent('tokens.changed', { profileId, state })),
    requestLog.onAdd((profileId) => sendEvent('tokens.logged', { profileId })),
    datasets.onProgress((summary) => sendEvent('lists.progress', summary)),
    lists.analyses.onProgress((progress) => sendEvent('lists.analysing', progress)),
    listColumns.onChange((place) => sendEvent('lists.columnsChanged', place)),
    snapshots.onChange(() => sendEvent('snapshots.changed', undefined)),
    activity.onAdd((entries) => sendEvent('activity.added', entries)),
    practice.onChange((state) => sendEvent('practice.changed', state)),
    practice.onProgress((progress) => sendEvent('practice.progress', progress)),
    expiry.onChange(() => sendEvent('expiry.changed', undefined)),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/** The part of a window that events are sent to. */
export interface EventTarget {
  readonly isDestroyed: () => boolean
  readonly send: (channel: string, payload: unknown) => void
}

/** Sends an event of the contract to every window; validates its payload first. */
export type SendEvent = <N extends EventName>(name: N, payload: EventPayload<N>) => void

/** @param targets the web contents of the open windows */
export function createEventSender(targets: () => readonly EventTarget[]): SendEvent {
  return (name, payload) => {
    const checked: unknown = events[name].parse(payload)
    for (const target of targets()) if (!target.isDestroyed()) target.send(eventChannel(name), checked)
  }
}
