import { createFirstServices, type FirstServices } from './first-services.ts'
import { answerCall, hasCall, type CallContext } from './ipc/answer-call.ts'
import { answeredFirst } from './ipc/handlers/first-handlers.ts'
import { reportFault } from './ipc/report-fault.ts'
import type { Envelope } from '../shared/contract/envelope.ts'

/** What the page shows nothing without. */
export interface FirstScreen {
  readonly services: FirstServices
  /** Undefined: the call is for what stands behind the window. */
  readonly answer: (name: unknown, input: unknown, context: CallContext) => Promise<Envelope> | undefined
}

/** Main reads this file while Chromium starts, and little hangs on it (decision 047). */
export function createFirstScreen(dataFolder: string): FirstScreen {
  const services = createFirstServices(dataFolder)
  const answered = answeredFirst(services)
  return {
    services,
    answer: (name, input, context) =>
      hasCall(answered, name) ? answerCall(name, input, context, answered, reportFault) : undefined,
  }
}
