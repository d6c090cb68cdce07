import type { CallInput, CallName } from '#shared/contract.ts'
import { backupHandlers } from './backup/backup-handlers.ts'
import { credentialHandlers, recoveryHandlers } from './credentials/credential-handlers.ts'
import { diagnosisHandlers } from './diagnostics/diagnosis-handlers.ts'
import { expiryHandlers } from './expiry/expiry-handlers.ts'
import type { HandlerContext } from './handler-context.ts'
import type { CallContext, CallHandlers } from './ipc/answer-call.ts'
import type { SendEvent } from './ipc/event-sender.ts'
import { JobsUnderWay } from './ipc/jobs-under-way.ts'
import { type Desktop, WindowDialogs } from './ipc/window-dialogs.ts'
import { WindowFiles } from './ipc/window-files.ts'
import { listHandlers, snapshotHandlers } from './lists/list-handlers.ts'
import { practiceHandlers } from './practice/practice-handlers.ts'
import { inCallOf } from './profiles/guards/host-guard.ts'
import { profileHandlers, trustHandlers } from './profiles/profile-handlers.ts'
import { guardReadOnly } from './read-only-guard.ts'
import { replacementHandlers } from './replacements/replacement-handlers.ts'
import { requestHandlers } from './requests/request-handlers.ts'
import type { Services } from './services.ts'
import { appHandlers } from './settings/app-handlers.ts'
import { tokenHandlers } from './tokens/token-handlers.ts'

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
