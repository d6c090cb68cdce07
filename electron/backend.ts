import { calls, type EventName, type EventPayload, events } from '#shared/contract.ts'
import { handleCall } from './ipc/answer-call.ts'
import { createCallHandlers } from './handlers.ts'
import type { Desktop } from './ipc/desktop.ts'
import type { AnswerPage } from './ipc/register-calls.ts'
import { reportFault } from './fault-log.ts'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import { createServices, type ServiceOptions, type Services } from './services.ts'
import { eventChannel } from './ipc/channels.ts'

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

/** The services and their connection with the page. */
export interface Backend {
  readonly services: Services
  readonly answer: AnswerPage
  readonly sendEvent: SendEvent
}

/**
 * Builds the services and connects them with the page's calls and events. Main loads this file, and all that it imports,
 * once the window is opening (decision 047).
 * @param targets the web contents of the windows that are open now
 */
export function createBackend(
  options: ServiceOptions & { readonly productionAccess: ProductionAccess },
  desktop: Desktop,
  targets: () => readonly EventTarget[],
): Backend {
  const services = createServices(options)
  const sendEvent = createEventSender(targets)
  const handlers = createCallHandlers(services, desktop, sendEvent)
  forwardEvents(services, sendEvent)
  services.listColumns.follow(services.datasets, (fault) => reportFault('lists', fault))
  return {
    services,
    sendEvent,
    answer: (name, input, context) => handleCall(name, input, context, { calls, handlers }, reportFault),
  }
}
