import type { Services } from '../services.ts'
import type { CallHandlers } from './answer-call.ts'
import type { ChosenFiles } from './chosen-files.ts'
import type { Desktop } from './desktop.ts'
import type { SendEvent } from './event-sender.ts'
import { activityHandlers } from './handlers/activity-handlers.ts'
import { appHandlers } from './handlers/app-handlers.ts'
import { backupHandlers } from './handlers/backup-handlers.ts'
import { credentialHandlers } from './handlers/credential-handlers.ts'
import { answeredFirst } from './handlers/first-handlers.ts'
import { listHandlers } from './handlers/list-handlers.ts'
import { profileHandlers } from './handlers/profile-handlers.ts'
import { replacementHandlers } from './handlers/replacement-handlers.ts'
import { snapshotHandlers } from './handlers/snapshot-handlers.ts'
import { timelineHandlers } from './handlers/timeline-handlers.ts'
import { tokenHandlers } from './handlers/token-handlers.ts'
import { trustHandlers } from './handlers/trust-handlers.ts'
import { JobsUnderWay } from './jobs-under-way.ts'
import { OpenedBackups } from './opened-backups.ts'
import { warningHandlers } from './handlers/warning-handlers.ts'

/** A handler for every call of the contract, over the services. */
export function createCallHandlers(
  services: Services,
  desktop: Desktop,
  chosenFiles: ChosenFiles,
  sendEvent: SendEvent,
): CallHandlers {
  const jobs = new JobsUnderWay((progress) => sendEvent('jobs.progress', progress))
  return {
    ...answeredFirst(services).handlers,
    ...appHandlers(services, desktop, sendEvent),
    ...activityHandlers(services, desktop),
    ...profileHandlers(services, desktop),
    ...credentialHandlers(services, desktop, chosenFiles),
    ...replacementHandlers(services, desktop),
    ...tokenHandlers(services, desktop, sendEvent),
    ...backupHandlers(services, desktop, new OpenedBackups({ now: Date.now })),
    ...listHandlers(services, desktop, jobs),
    ...snapshotHandlers(services, jobs),
    ...timelineHandlers(services, desktop),
    ...trustHandlers(services),
    ...warningHandlers(services, desktop),
  }
}
