import { useEffect, useEffectEvent } from 'react'
import type { CallInput, CallName, CallOutput, ClavisBridge, EventName, EventPayload } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'

declare global {
  interface Window {
    readonly clavis: ClavisBridge
  }
}

/**
 * Calls main, which checks input and output against the contract: the types here are those of its schemas.
 * @throws ClavisError as main returned it
 */
export async function call<N extends CallName>(
  name: N,
  ...[input]: undefined extends CallInput<N> ? [] : [CallInput<N>]
): Promise<CallOutput<N>> {
  const envelope = await window.clavis.call(name, input)
  if (!envelope.ok) throw ClavisError.fromValue(envelope.error)
  return envelope.value as CallOutput<N>
}

/** Runs the listener at each such event from main, which checks its payload, while the component is mounted. */
export function useClavisEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): void {
  const latest = useEffectEvent(listener)
  useEffect(() => window.clavis.on(name, (payload) => latest(payload as EventPayload<N>)), [name])
}
