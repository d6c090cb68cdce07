import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import { activityLine } from '#shared/requests/activity.ts'
import { backupHandlers } from './backup/backup-handlers.ts'
import { credentialHandlers, recoveryHandlers } from './credentials/credential-handlers.ts'
import { diagnosisHandlers } from './diagnostics/diagnosis-handlers.ts'
import { createEventSender, Door, type EventTarget, type HandlerContext, type SendEvent, windowCaller } from './door.ts'
import { expiryHandlers } from './expiry/expiry-handlers.ts'
import { reportFault } from './fault-log.ts'
import { JobsUnderWay } from './ipc/jobs-under-way.ts'
import type { AnswerPage } from './ipc/register-calls.ts'
import { type Desktop, WindowDialogs } from './ipc/window-dialogs.ts'
import { WindowFiles } from './ipc/window-files.ts'
import { listHandlers, snapshotHandlers } from './lists/list-handlers.ts'
import { practiceHandlers } from './practice/practice-handlers.ts'
import { profileHandlers, trustHandlers } from './profiles/profile-handlers.ts'
import { replacementHandlers } from './replacements/replacement-handlers.ts'
import { requestHandlers } from './requests/request-handlers.ts'
import { createServices, type ServiceOptions, type Services } from './services.ts'
import { appHandlers } from './settings/app-handlers.ts'
import { tokenHandlers } from './tokens/token-handlers.ts'

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

/** Opens the door to the services for windows: what answers their calls. */
export function openForWindows(
  services: Services,
  desktop: Desktop,
  sendEvent: SendEvent,
  onFault: (name: string, fault: unknown) => void,
): AnswerPage {
  const now = Date.now
  const dialogs = new WindowDialogs(desktop, now)
  const opened = { now, lifetimeMs: 15 * 60_000, isRenewed: true }
  const context: HandlerContext = {
    services,
    desktop: { ...desktop, dialogs: dialogs.files, openExternal: dialogs.openExternal },
    sendEvent,
    jobs: new JobsUnderWay((progress) => sendEvent('jobs.progress', progress)),
    chosenFiles: new WindowFiles({ now, lifetimeMs: 5 * 60_000 }),
    openedProfileFiles: new WindowFiles(opened),
    openedBackups: new WindowFiles(opened),
  }
  const handlers = {
    ...appHandlers(context),
    ...requestHandlers(context),
    ...profileHandlers(context),
    ...credentialHandlers(context),
    ...replacementHandlers(context),
    ...recoveryHandlers(context),
    ...tokenHandlers(context),
    ...diagnosisHandlers(context),
    ...practiceHandlers(context),
    ...backupHandlers(context),
    ...listHandlers(context),
    ...snapshotHandlers(context),
    ...expiryHandlers(context),
    ...trustHandlers(context),
  }
  const door = new Door({ services, handlers, onFault })
  return (windowId, name, input) => door.answer(windowCaller(windowId, dialogs.inWindow(windowId)), name, input)
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
  forwardEvents(services, sendEvent)
  services.listColumns.follow(services.datasets, (fault) => reportFault('lists', fault))
  return { services, sendEvent, answer: openForWindows(services, desktop, sendEvent, reportFault) }
}
