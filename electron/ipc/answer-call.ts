import type { z } from 'zod'
import type { CallInput, CallName, CallOutput, Calls } from '../../shared/contract.ts'
import type { Envelope } from '../../shared/contract/envelope.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { visibleLine } from '../../shared/model/values/visible-text.ts'

/** Who asks: dialogs attach to this window, and what it chose is bound to it. */
export interface CallContext {
  readonly windowId: number
}

/** What a handler answers, at once or later. One whose call has no output may answer nothing. */
type HandlerAnswer<Output> = [Output] extends [undefined]
  ? undefined | Promise<undefined> | Promise<void>
  : Output | Promise<Output>

/** A handler for every call of the contract: a missing or wrong one does not compile. */
export type CallHandlers = {
  readonly [N in CallName]: (input: CallInput<N>, context: CallContext) => HandlerAnswer<CallOutput<N>>
}

/** The contract's calls, with a handler for each. */
export interface AnsweredCalls {
  readonly calls: Calls
  readonly handlers: CallHandlers
}

/** How much of what a caller sent an error repeats, in characters. */
const longestEcho = 80
const longestProblems = 500

/** What the page learns of a fault in Clavis. */
export const faultEnvelope: Envelope = {
  ok: false,
  error: {
    code: 'internal-fault',
    message: 'Something went wrong in Clavis.',
    hint: 'Try again. If it happens again, report the steps that led here.',
  },
}

/**
 * Answers one call: checks name and input, runs the handler, checks the output, and puts the result or the error into an
 * envelope. Never rejects. What is no {@link ClavisError} is a fault in Clavis: it is reported to `onFault` whole, and
 * the page learns only that it happened.
 */
export async function answerCall(
  name: unknown,
  input: unknown,
  context: CallContext,
  { calls, handlers }: AnsweredCalls,
  onFault: (name: CallName, fault: unknown) => void,
): Promise<Envelope> {
  if (!isCallName(calls, name))
    return { ok: false, error: { code: 'input-invalid', message: `Clavis knows no call ${shown(name)}.` } }
  const { input: inputSchema, output: outputSchema } = calls[name]
  try {
    const parsed = parseInput(inputSchema, input)
    if (!parsed.success)
      throw new ClavisError('input-invalid', `“${name}” cannot be done with what was given: ${parsed.problems}`)
    // The name says which schema and which handler belong together; the compiler cannot follow that through the table.
    const handler = handlers[name] as (input: unknown, context: CallContext) => unknown
    const output = await handler(parsed.data, context)
    // Strict schemas: a member that the contract does not name (a secret, say) makes the answer fail here.
    return { ok: true, value: outputSchema.parse(output) }
  } catch (error) {
    if (error instanceof ClavisError) {
      if (error.code === 'internal-fault') onFault(name, error)
      return { ok: false, error: error.toValue() }
    }
    onFault(name, error)
    return faultEnvelope
  }
}

function isCallName(calls: Calls, name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}

/** Shows a name that may be anything: only text is repeated, and not more than its beginning. */
function shown(name: unknown): string {
  if (typeof name !== 'string') return 'whose name is not text'
  return `“${visibleLine(name.length > longestEcho ? `${name.slice(0, longestEcho)}…` : name)}”`
}

/** An input can throw while it is read: a getter, or a proxy. */
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
  return visibleLine(all.length > longestProblems ? `${all.slice(0, longestProblems)}…` : all)
}
