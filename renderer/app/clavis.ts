import { useEffect, useEffectEvent } from 'react'
import {
  calls,
  events,
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
} from '../../shared/contract.ts'
import type { ClavisBridge } from '../../shared/contract/bridge.ts'
import { envelopeSchema } from '../../shared/contract/envelope.ts'
import { ClavisError } from '../../shared/model/error.ts'

declare global {
  interface Window {
    readonly clavis: ClavisBridge
  }
}

/**
 * Calls main. The answer is checked against the contract.
 * @throws ClavisError what main answered, or `internal-fault` where the answer breaks the contract
 */
export async function call<N extends CallName>(
  name: N,
  ...[input]: undefined extends CallInput<N> ? [] : [CallInput<N>]
): Promise<CallOutput<N>> {
  const envelope = envelopeSchema.parse(await window.clavis.call(name, input))
  if (!envelope.ok) throw ClavisError.fromValue(envelope.error)
  const output = calls[name].output.safeParse(envelope.value)
  if (!output.success)
    throw new ClavisError('internal-fault', `Clavis answered “${name}” in a form that the window does not know.`, {
      hint: 'Restart Clavis. If it happens again, report it with the steps that led here.',
      cause: output.error,
    })
  return output.data as CallOutput<N>
}

/** Runs the listener at each such event from main while the component is mounted. */
export function useClavisEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): void {
  const latest = useEffectEvent(listener)
  useEffect(
    () =>
      window.clavis.on(name, (payload) => {
        const parsed = events[name].safeParse(payload)
        if (parsed.success) latest(parsed.data as EventPayload<N>)
      }),
    [name],
  )
}
