import type { CallInput, CallName } from '../../../shared/contract.ts'
import { inCallOf } from '../../profiles/hosts/calling-window.ts'
import type { WindowDialogs } from '../window-dialogs.ts'
import type { CallContext, CallHandlers } from './answer-call.ts'

type Handler<N extends CallName> = (input: CallInput<N>, context: CallContext) => unknown

/** Returns the handlers so that what they need to ask deep inside, such as about a new host, is asked in the calling window. */
export function withQuestionsIn(dialogs: Pick<WindowDialogs, 'inWindow'>, handlers: CallHandlers): CallHandlers {
  const asking = <N extends CallName>(name: N): [N, Handler<N>] => [
    name,
    (input, context) =>
      inCallOf(dialogs.inWindow(context.windowId), () => (handlers[name] as Handler<N>)(input, context)),
  ]
  // Each name keeps its own handler; the compiler can't follow that through the table.
  return Object.fromEntries((Object.keys(handlers) as CallName[]).map((name) => asking(name))) as CallHandlers
}
