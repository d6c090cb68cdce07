import type { Services } from '../services.ts'
import type { JobsUnderWay } from './calls/jobs-under-way.ts'
import type { Desktop } from './desktop.ts'
import type { SendEvent } from './events/event-sender.ts'
import type { WindowFiles } from './files/window-files.ts'
import type { WindowQuestions } from './window-questions.ts'

/** What the handlers of calls work with. */
export interface HandlerContext {
  readonly services: Services
  readonly desktop: Desktop
  readonly sendEvent: SendEvent
  readonly questions: WindowQuestions
  readonly jobs: JobsUnderWay
  /** Paths of files to import certificates and keys from. */
  readonly chosenFiles: WindowFiles<readonly string[]>
  readonly openedProfileFiles: WindowFiles<Uint8Array>
  /** Encrypted. */
  readonly openedBackups: WindowFiles<Uint8Array>
}
