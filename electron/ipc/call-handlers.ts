import type { Services } from '../services.ts'
import type { CallHandlers } from './calls/answer-call.ts'
import { guardReadOnly } from './calls/read-only-guard.ts'
import { JobsUnderWay } from './calls/jobs-under-way.ts'
import type { Desktop } from './desktop.ts'
import type { SendEvent } from './events/event-sender.ts'
import { WindowFiles } from './files/window-files.ts'
import type { HandlerContext } from './handler-context.ts'
import { activityHandlers } from './handlers/activity-handlers.ts'
import { appHandlers } from './handlers/app-handlers.ts'
import { backupHandlers } from './handlers/backup-handlers.ts'
import { credentialHandlers } from './handlers/credentials/credential-handlers.ts'
import { expiryHandlers } from './handlers/credentials/expiry-handlers.ts'
import { recoveryHandlers } from './handlers/credentials/recovery-handlers.ts'
import { replacementHandlers } from './handlers/credentials/replacement-handlers.ts'
import { listHandlers, snapshotHandlers } from './handlers/lists/list-handlers.ts'
import { profileHandlers } from './handlers/profile-handlers.ts'
import { tokenHandlers } from './handlers/token-handlers.ts'
import { trustHandlers } from './handlers/trust-handlers.ts'
import { WindowDialogs } from './window-dialogs.ts'
import { withQuestionsIn } from './calls/calling-window.ts'

/** Creates a handler for every call of the contract, over the services. */
export function createCallHandlers(services: Services, desktop: Desktop, sendEvent: SendEvent): CallHandlers {
  const now = Date.now
  const dialogs = new WindowDialogs(desktop, now)
  const opened = { now, lifetimeMs: 15 * 60_000, isRenewed: true }
  const context: HandlerContext = {
    services,
    // Handlers reach dialogs only through their limits.
    desktop: { ...desktop, dialogs: dialogs.files, openExternal: dialogs.openExternal },
    sendEvent,
    questions: dialogs,
    jobs: new JobsUnderWay((progress) => sendEvent('jobs.progress', progress)),
    chosenFiles: new WindowFiles({ now, lifetimeMs: 5 * 60_000 }),
    openedProfileFiles: new WindowFiles(opened),
    openedBackups: new WindowFiles(opened),
  }
  return withQuestionsIn(
    dialogs,
    guardReadOnly(services, {
      ...appHandlers(context),
      ...activityHandlers(context),
      ...profileHandlers(context),
      ...credentialHandlers(context),
      ...replacementHandlers(context),
      ...recoveryHandlers(context),
      ...tokenHandlers(context),
      ...backupHandlers(context),
      ...listHandlers(context),
      ...snapshotHandlers(context),
      ...expiryHandlers(context),
      ...trustHandlers(context),
    }),
  )
}
