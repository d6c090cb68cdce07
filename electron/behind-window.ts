import { calls } from '../shared/contract.ts'
import type { FirstServices } from './first-services.ts'
import { answerCall } from './ipc/answer-call.ts'
import { createCallHandlers } from './ipc/call-handlers.ts'
import { ChosenFiles } from './ipc/chosen-files.ts'
import type { Desktop } from './ipc/desktop.ts'
import { createEventSender, type EventTarget, type SendEvent } from './ipc/event-sender.ts'
import { forwardEvents } from './ipc/forward-events.ts'
import type { AnswerPage } from './ipc/register-calls.ts'
import { reportFault } from './ipc/report-fault.ts'
import { createServices, type Services, type Surroundings } from './services.ts'

/** What stands behind the window. */
export interface BehindWindow {
  readonly services: Services
  readonly answer: AnswerPage
  readonly sendEvent: SendEvent
}

/**
 * Builds the services and connects them with the page's calls and events. Main reads this file, and all that hangs on it,
 * once the page has what it shows nothing without (decision 047): that is in `first-screen.ts`, and what opens the
 * window in `main.ts` and `window/`.
 * @param targets the web contents of the windows that are open now
 */
export function createBehindWindow(
  surroundings: Surroundings,
  first: FirstServices,
  desktop: Desktop,
  targets: () => readonly EventTarget[],
): BehindWindow {
  const services = createServices(surroundings, first)
  const sendEvent = createEventSender(targets)
  const handlers = createCallHandlers(services, desktop, new ChosenFiles({ now: Date.now }), sendEvent)
  forwardEvents(services, sendEvent)
  services.listColumns.follow(services.runs, (fault) => reportFault('lists', fault))
  return {
    services,
    sendEvent,
    answer: (name, input, context) => answerCall(name, input, context, { calls, handlers }, reportFault),
  }
}
