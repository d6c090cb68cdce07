import type { z } from 'zod'
import type { CallResult } from '#shared/call-shapes.ts'
import type { CallInput, CallName, CallOutput, Calls } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'
import { visibleLine } from '#shared/values/visible-text.ts'

/** The calling window: dialogs attach to it, and what was chosen in them is bound to it. */
export interface CallContext {
  readonly windowId: number
}

/** What a handler returns, directly or as a promise. Without an output it may return nothing. */
type HandlerResult<Output> = [Output] extends [undefined] ? void | Promise<void> : Output | Promise<Output>

/** A handler for every call of the contract: a missing or wrong one doesn't compile. */
export type CallHandlers = {
  readonly [N in CallName]: (input: CallInput<N>, context: CallContext) => HandlerResult<CallOutput<N>>
}

/** The handlers of the calls whose names start with one of these rooms. */
export type HandlersOf<Room extends string> = Pick<CallHandlers, Extract<CallName, `${Room}.${string}`>>

/** The contract's calls, with a handler for each. */
export interface HandledCalls {
  readonly calls: Calls
  readonly handlers: CallHandlers
}

/** How much of a caller's name an error repeats, in characters. */
const maxEchoLength = 80
const maxProblemsLength = 500

/** What the page receives for an internal error. */
export const faultResult: CallResult = {
  ok: false,
  error: {
    code: 'internal-fault',
    message: 'Something went wrong in Clavis.',
    hint: 'Try again. If it happens again, report the steps that led here.',
  },
}

/**
 * Handles one call: validates name and input, runs the handler, validates the output, and returns the result or the
 * error in an envelope. Never rejects. Anything but a {@link ClavisError} is an internal error: `onFault` gets all of
 * it, the page only learns that it happened.
 */
export async function handleCall(
  name: unknown,
  input: unknown,
  context: CallContext,
  { calls, handlers }: HandledCalls,
  onFault: (name: CallName, fault: unknown) => void,
): Promise<CallResult> {
  if (!isCallName(calls, name))
    return { ok: false, error: { code: 'input-invalid', message: `Unknown call ${shown(name)}.` } }
  const { input: inputSchema, output: outputSchema } = calls[name]
  try {
    const parsed = parseInput(inputSchema, input)
    if (!parsed.success) throw new ClavisError('input-invalid', `Invalid input for “${name}”: ${parsed.problems}`)
    // The name determines schema and handler; the compiler can't follow that through the table.
    const handler = handlers[name] as (input: unknown, context: CallContext) => unknown
    const output = await handler(parsed.data, context)
    // Strict schemas: a field that the contract doesn't name (a secret, say) makes the call fail here.
    return { ok: true, value: outputSchema.parse(output) }
  } catch (error) {
    if (error instanceof ClavisError) {
      if (error.code === 'internal-fault') onFault(name, error)
      return { ok: false, error: error.toValue() }
    }
    onFault(name, error)
    return faultResult
  }
}

function isCallName(calls: Calls, name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}

/** Quotes a name that may be anything: repeats only text, and only its start. */
function shown(name: unknown): string {
  if (typeof name !== 'string') return 'whose name is not text'
  return `“${visibleLine(name.length > maxEchoLength ? `${name.slice(0, maxEchoLength)}…` : name)}”`
}

/** Validates an input, which can throw while it is read: a getter, or a proxy. */
function parseInput(
  schema: z.ZodType,
  input: unknown,
): { readonly success: true; readonly data: unknown } | { readonly success: false; readonly problems: string } {
  try {
    const parsed = schema.safeParse(input)
    return parsed.success ? parsed : { success: false, problems: problems(parsed.error) }
  } catch {
    return { success: false, problems: 'it cannot be read.' }
  }
}

function problems(error: z.ZodError): string {
  const all = error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join(' ')
  return visibleLine(all.length > maxProblemsLength ? `${all.slice(0, maxProblemsLength)}…` : all)
}
