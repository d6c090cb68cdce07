import type { Services } from './services.ts'
import type { CallHandlers, CallContext } from './ipc/answer-call.ts'
import { guardReadOnly } from './read-only-guard.ts'
import { JobsUnderWay } from './ipc/jobs-under-way.ts'
import type { Desktop } from './ipc/desktop.ts'
import type { SendEvent } from './backend.ts'
import { WindowFiles } from './ipc/window-files.ts'
import type { HandlerContext } from './handler-context.ts'
import { activityHandlers } from './requests/request-handlers.ts'
import { appHandlers } from './settings/app-handlers.ts'
import { backupHandlers } from './backup/backup-handlers.ts'
import { credentialHandlers, recoveryHandlers } from './credentials/credential-handlers.ts'
import { expiryHandlers } from './expiry/expiry-handlers.ts'
import { replacementHandlers } from './replacements/replacement-handlers.ts'
import { listHandlers, snapshotHandlers } from './lists/list-handlers.ts'
import { profileHandlers } from './profiles/profile-handlers.ts'
import { tokenHandlers, trustHandlers } from './tokens/token-handlers.ts'
import { WindowDialogs } from './ipc/window-dialogs.ts'
import type { CallInput, CallName } from '#shared/contract.ts'
import { inCallOf } from './profiles/guards/host-guard.ts'

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

type Handler<N extends CallName> = (input: CallInput<N>, context: CallContext) => unknown

/** Returns the handlers so that what they need to ask deep inside, such as about a new host, is asked in the calling window. */
function withQuestionsIn(dialogs: Pick<WindowDialogs, 'inWindow'>, handlers: CallHandlers): CallHandlers {
  const asking = <N extends CallName>(name: N): [N, Handler<N>] => [
    name,
    (input, context) =>
      inCallOf(dialogs.inWindow(context.windowId), () => (handlers[name] as Handler<N>)(input, context)),
  ]
  // Each name keeps its own handler; the compiler can't follow that through the table.
  return Object.fromEntries((Object.keys(handlers) as CallName[]).map((name) => asking(name))) as CallHandlers
}
