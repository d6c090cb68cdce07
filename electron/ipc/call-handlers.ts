import type { Services } from '../services.ts'
import type { CallHandlers } from './calls/answer-call.ts'
import type { ChosenFiles } from './files/chosen-files.ts'
import type { Desktop } from './desktop.ts'
import type { SendEvent } from './events/event-sender.ts'
import { activityHandlers } from './handlers/activity-handlers.ts'
import { appHandlers } from './handlers/app-handlers.ts'
import { backupHandlers } from './handlers/backup-handlers.ts'
import { credentialHandlers } from './handlers/credentials/credential-handlers.ts'
import { listHandlers } from './handlers/lists/list-handlers.ts'
import { profileHandlers } from './handlers/profile-handlers.ts'
import { recoveryHandlers } from './handlers/credentials/recovery-handlers.ts'
import { replacementHandlers } from './handlers/credentials/replacement-handlers.ts'
import { snapshotHandlers } from './handlers/lists/snapshot-handlers.ts'
import { timelineHandlers } from './handlers/credentials/timeline-handlers.ts'
import { tokenHandlers } from './handlers/token-handlers.ts'
import { trustHandlers } from './handlers/trust-handlers.ts'
import { JobsUnderWay } from './calls/jobs-under-way.ts'
import { OpenedFiles } from './files/opened-files.ts'
import { WindowQuestions } from './window-questions.ts'
import { warningHandlers } from './handlers/credentials/warning-handlers.ts'

/** Creates a handler for every call of the contract, over the services. */
export function createCallHandlers(
  services: Services,
  desktop: Desktop,
  chosenFiles: ChosenFiles,
  sendEvent: SendEvent,
): CallHandlers {
  const questions = new WindowQuestions({ ask: desktop.ask, now: Date.now })
  const jobs = new JobsUnderWay((progress) => sendEvent('jobs.progress', progress))
  return {
    ...appHandlers(services, desktop, sendEvent, questions),
    ...activityHandlers(services, desktop),
    ...profileHandlers(services, desktop, new OpenedFiles({ now: Date.now }), questions),
    ...credentialHandlers(services, desktop, chosenFiles, questions, jobs),
    ...replacementHandlers(services, desktop, questions),
    ...recoveryHandlers(services, questions),
    ...tokenHandlers(services, desktop, sendEvent, questions),
    ...backupHandlers(services, desktop, new OpenedFiles({ now: Date.now }), questions),
    ...listHandlers(services, desktop, jobs),
    ...snapshotHandlers(services, jobs),
    ...timelineHandlers(services, desktop),
    ...trustHandlers(services, questions),
    ...warningHandlers(services, desktop),
  }
}
