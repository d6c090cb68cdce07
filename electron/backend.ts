import { calls } from '#shared/contract.ts'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import { activityLine } from '#shared/requests/activity.ts'
import { reportFault } from './fault-log.ts'
import { createCallHandlers } from './handlers.ts'
import { handleCall } from './ipc/answer-call.ts'
import { createEventSender, type EventTarget, type SendEvent } from './ipc/event-sender.ts'
import type { AnswerPage } from './ipc/register-calls.ts'
import type { Desktop } from './ipc/window-dialogs.ts'
import { createServices, type ServiceOptions, type Services } from './services.ts'

/** Sends changes of the services to the page as events. @returns a function that stops it */
export function forwardEvents(
  {
    profiles,
    statuses,
    tokens,
    requestLog,
    datasets,
    lists,
    snapshots,
    listColumns,
    listViews,
    activity,
    practice,
    expiry,
  }: Services,
  sendEvent: SendEvent,
): () => void {
  const unsubscribes = [
    profiles.onChange((profileIds) => sendEvent('profiles.changed', { profileIds: [...profileIds] })),
    statuses.onChange((profileId) => sendEvent('profiles.statusChanged', { profileId })),
    tokens.onChange((profileId, state) => sendEvent('tokens.changed', { profileId, state })),
    requestLog.onAdd((profileId) => sendEvent('tokens.logged', { profileId })),
    datasets.onProgress((summary) => sendEvent('lists.progress', summary)),
    lists.analyses.onProgress((progress) => sendEvent('lists.analysing', progress)),
    listColumns.onChange((place) => sendEvent('lists.columnsChanged', place)),
    listViews.onChange(() => sendEvent('lists.viewsChanged', undefined)),
    snapshots.onChange(() => sendEvent('snapshots.changed', undefined)),
    activity.onAdd((entries) => sendEvent('activity.added', entries.map(activityLine))),
    practice.onChange((state) => sendEvent('practice.changed', state)),
    practice.onProgress((progress) => sendEvent('practice.progress', progress)),
    expiry.onChange(() => sendEvent('expiry.changed', undefined)),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
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
