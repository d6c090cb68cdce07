import { events } from '#shared/contract.ts'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import { activityLine } from '#shared/requests/activity.ts'
import { backupHandlers } from './backup/backup-handlers.ts'
import { credentialHandlers, recoveryHandlers } from './credentials/credential-handlers.ts'
import { diagnosisHandlers } from './diagnostics/diagnosis-handlers.ts'
import { Door } from './door.ts'
import { expiryHandlers } from './expiry/expiry-handlers.ts'
import { reportFault } from './fault-log.ts'
import type { HandlerContext, SendEvent } from './handler-types.ts'
import { healthHandlers } from './health/health-handlers.ts'
import { eventChannel } from './ipc/channels.ts'
import type { AnswerPage } from './ipc/register-calls.ts'
import { listHandlers, snapshotHandlers } from './lists/list-handlers.ts'
import { localAddressHandlers } from './local-address/local-address-handlers.ts'
import { practiceHandlers } from './practice/practice-handlers.ts'
import { profileHandlers, trustHandlers } from './profiles/profile-handlers.ts'
import { replacementHandlers } from './replacements/replacement-handlers.ts'
import { requestHandlers } from './requests/request-handlers.ts'
import { createServices, type ServiceOptions, type Services } from './services.ts'
import { appHandlers } from './settings/app-handlers.ts'
import { tokenHandlers } from './tokens/token-handlers.ts'
import { watchHandlers } from './watches/watch-handlers.ts'
import type { Desktop } from './window/desktop.ts'
import { JobsUnderWay } from './window/jobs-under-way.ts'
import { WindowDialogs } from './window/window-dialogs.ts'
import { WindowFiles } from './window/window-files.ts'

/** The part of a window that events are sent to. */
export interface EventTarget {
  readonly isDestroyed: () => boolean
  readonly send: (channel: string, payload: unknown) => void
}

/** @param targets the web contents of the open windows */
export function createEventSender(targets: () => readonly EventTarget[]): SendEvent {
  return (name, payload) => {
    const checked: unknown = events[name].parse(payload)
    for (const target of targets()) if (!target.isDestroyed()) target.send(eventChannel(name), checked)
  }
}

function forwardEvents(services: Services, sendEvent: SendEvent): void {
  const { profiles, statuses, tokens, requestLog, datasets, lists, snapshots, listColumns, listViews } = services
  const { activity, practice, expiry, localAddresses, watches } = services
  profiles.onChange((profileIds) => sendEvent('profiles.changed', { profileIds: [...profileIds] }))
  statuses.onChange((profileId) => sendEvent('profiles.statusChanged', { profileId }))
  tokens.onChange((profileId, state) => sendEvent('tokens.changed', { profileId, state }))
  requestLog.onAdd((profileId) => sendEvent('tokens.logged', { profileId }))
  datasets.onProgress((summary) => sendEvent('lists.progress', summary))
  lists.analyses.onProgress((progress) => sendEvent('lists.analysing', progress))
  listColumns.onChange((place) => sendEvent('lists.columnsChanged', place))
  listViews.onChange(() => sendEvent('lists.viewsChanged', undefined))
  snapshots.onChange(() => sendEvent('snapshots.changed', undefined))
  activity.onAdd((entries) => sendEvent('activity.added', entries.map(activityLine)))
  practice.onChange((state) => sendEvent('practice.changed', state))
  practice.onProgress((progress) => sendEvent('practice.progress', progress))
  localAddresses.onChange((open) => sendEvent('localAddress.changed', [...open]))
  expiry.onChange(() => sendEvent('expiry.changed', undefined))
  watches.onChange(() => sendEvent('watches.changed', undefined))
}

/** Opens the door to all features. */
export function openDoor(
  services: Services,
  desktop: HandlerContext['desktop'],
  sendEvent: SendEvent,
  onFault: (name: string, fault: unknown) => void,
): Door {
  const now = Date.now
  const opened = { now, lifetimeMs: 15 * 60_000, isRenewed: true }
  const context: HandlerContext = {
    services,
    desktop,
    sendEvent,
    jobs: new JobsUnderWay((progress) => sendEvent('jobs.progress', progress)),
    chosenFiles: new WindowFiles({ now, lifetimeMs: 5 * 60_000 }),
    savedFiles: new WindowFiles({ now, lifetimeMs: 5 * 60_000 }),
    openedProfileFiles: new WindowFiles(opened),
    openedBackups: new WindowFiles(opened),
  }
  const handlers = {
    ...appHandlers(context),
    ...requestHandlers(context),
    ...profileHandlers(context),
    ...healthHandlers(context),
    ...credentialHandlers(context),
    ...replacementHandlers(context),
    ...recoveryHandlers(context),
    ...tokenHandlers(context),
    ...diagnosisHandlers(context),
    ...practiceHandlers(context),
    ...localAddressHandlers(context),
    ...backupHandlers(context),
    ...listHandlers(context),
    ...snapshotHandlers(context),
    ...expiryHandlers(context),
    ...trustHandlers(context),
    ...watchHandlers(context),
  }
  return new Door({ services, handlers, onFault })
}

/** Returns the function that answers the calls of windows. */
export function openForWindows(
  services: Services,
  desktop: Desktop,
  sendEvent: SendEvent,
  onFault: (name: string, fault: unknown) => void,
): AnswerPage {
  const dialogs = new WindowDialogs(desktop, Date.now)
  const door = openDoor(services, { ...desktop, openExternal: dialogs.openExternal }, sendEvent, onFault)
  return (windowId, name, input) => door.answer(dialogs.callerIn(windowId), name, input)
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
