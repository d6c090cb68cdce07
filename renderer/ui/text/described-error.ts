import { ClavisError, type ErrorCode } from '#shared/errors.ts'

export interface DescribedError {
  readonly message: string
  readonly hint: string | undefined
  /** The shell command that the hint speaks of. */
  readonly command: string | undefined
  readonly code: ErrorCode
  /** Facts for display, each a label and its text. */
  readonly details: readonly { readonly label: string; readonly text: string }[]
}

/** Returns whether the person cancelled main's question: no message is needed. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ClavisError && error.code === 'not-confirmed'
}

/** Describes an error of any type. Anything but a {@link ClavisError} is an internal error. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof ClavisError)
    return {
      message: error.message,
      hint: error.hint,
      command: error.command,
      code: error.code,
      details: Object.entries(error.details ?? {})
        // The message may quote the service's reason, or name the file.
        .filter(([name, value]) => !['reason', 'path'].includes(name) || !error.message.includes(String(value)))
        .map(([name, value]) => ({
          label: labelOf(name),
          text: Array.isArray(value) ? value.join(', ') : String(value),
        })),
    }
  return {
    message: 'Something went wrong in Clavis.',
    hint: 'Try again. If it happens again, restart Clavis and report the steps that led here.',
    command: undefined,
    code: 'internal-fault',
    details: error instanceof Error && error.message !== '' ? [{ label: 'Reason', text: error.message }] : [],
  }
}

/** `statusCode` → `Status code`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
