import { calls } from '../shared/contract.ts'
import { handleCall } from './ipc/calls/answer-call.ts'
import { createCallHandlers } from './ipc/call-handlers.ts'
import type { Desktop } from './ipc/desktop.ts'
import { forwardEvents, createEventSender, type EventTarget, type SendEvent } from './ipc/events/forward-events.ts'
import type { AnswerPage } from './ipc/calls/register-calls.ts'
import { reportFault } from './faults/fault-description.ts'
import type { ProductionAccess } from '../shared/model/profile/production-access.ts'
import { createServices, type Services, type ServiceOptions } from './services.ts'

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
  const handlers = createCallHandlers(services, desktop, sendEvent)
  forwardEvents(services, sendEvent)
  services.listColumns.follow(services.datasets, (fault) => reportFault('lists', fault))
  return {
    services,
    sendEvent,
    answer: (name, input, context) => handleCall(name, input, context, { calls, handlers }, reportFault),
  }
}
