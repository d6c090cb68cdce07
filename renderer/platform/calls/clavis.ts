import { useEffect, useEffectEvent } from 'react'
import type { CallInput, CallName, CallOutput, Calls, EventName, EventPayload } from '../../../shared/contract.ts'
import { appCalls } from '../../../shared/contract/app-calls.ts'
import type { ClavisBridge } from '../../../shared/contract/bridge.ts'
import { envelopeSchema } from '../../../shared/contract/envelope.ts'
import { profileCalls } from '../../../shared/contract/profile-calls.ts'
import { ClavisError } from '../../../shared/model/error.ts'
import { WaitingLine } from './waiting-line.ts'

declare global {
  interface Window {
    readonly clavis: ClavisBridge
  }
}

type FirstCallName = Extract<CallName, `app.${string}` | `profiles.${string}`>

/** What the first screen calls. Its part of the contract is read with the page, the whole when it is first needed. */
const firstCalls = { ...appCalls, ...profileCalls } as const satisfies Pick<Calls, FirstCallName>

const wholeContract = new WaitingLine(
  async () => {
    // What makes the first other call stands in the page, but is not drawn yet: that goes before building schemas.
    await scheduler.postTask(() => undefined, { priority: 'background' })
    return import('../../../shared/contract.ts')
  },
  () => scheduler.yield(),
)

/**
 * Calls main. The answer is checked against the contract, which is read, where it has to be, while main works.
 * @throws ClavisError what main answered, or `internal-fault` where the answer breaks the contract
 */
export async function call<N extends CallName>(
  name: N,
  ...[input]: undefined extends CallInput<N> ? [] : [CallInput<N>]
): Promise<CallOutput<N>> {
  const asked = window.clavis.call(name, input)
  if (!isFirst(name)) wholeContract.begin()
  const envelope = envelopeSchema.parse(await asked)
  if (!envelope.ok) throw ClavisError.fromValue(envelope.error)
  const { output: schema } = isFirst(name) ? firstCalls[name] : (await wholeContract.turn()).calls[name]
  const output = schema.safeParse(envelope.value)
  if (!output.success)
    throw new ClavisError('internal-fault', `Clavis answered “${name}” in a form that the window does not know.`, {
      hint: 'Restart Clavis. If it happens again, report it with the steps that led here.',
      cause: output.error,
    })
  return output.data as CallOutput<N>
}

function isFirst(name: CallName): name is FirstCallName {
  return Object.hasOwn(firstCalls, name)
}

/** Runs the listener at each such event from main while the component is mounted. */
export function useClavisEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): void {
  const latest = useEffectEvent(listener)
  useEffect(() => {
    let isMounted = true
    const stop = window.clavis.on(name, (payload) => {
      // Where the contract cannot be read, the next call says so.
      void wholeContract.turn().then(
        ({ events }) => {
          if (!isMounted) return
          const parsed = events[name].safeParse(payload)
          if (parsed.success) latest(parsed.data as EventPayload<N>)
        },
        () => undefined,
      )
    })
    return () => {
      isMounted = false
      stop()
    }
  }, [name])
}
