import type { SendEvent } from './ipc/event-sender.ts'
import type { JobsUnderWay } from './ipc/jobs-under-way.ts'
import type { Desktop, WindowDialogs } from './ipc/window-dialogs.ts'
import type { WindowFiles } from './ipc/window-files.ts'
import type { Services } from './services.ts'

export interface HandlerContext {
  readonly services: Services
  readonly desktop: Omit<Desktop, 'ask'>
  readonly sendEvent: SendEvent
  readonly questions: Pick<WindowDialogs, 'inWindow'>
  readonly jobs: JobsUnderWay
  /** Paths of files to import certificates and keys from. */
  readonly chosenFiles: WindowFiles<readonly string[]>
  readonly openedProfileFiles: WindowFiles<Uint8Array>
  /** Encrypted. */
  readonly openedBackups: WindowFiles<Uint8Array>
}
