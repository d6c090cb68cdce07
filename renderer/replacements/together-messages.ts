import type { SharedStep } from '#shared/replacements/replacement.ts'

/** Formats, for example, `1 CSR` or `10 certificates`. */
export function countedFiles(what: 'request' | 'certificate', count: number): string {
  const noun = what === 'request' ? 'CSR' : 'certificate'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns the label of a button that takes a step for several profiles. */
export function stepLabel(step: SharedStep, count: number): string {
  switch (step) {
    case 'make-request':
      return `Create ${countedFiles('request', count)}`
    case 'upload':
      return `Mark ${count} as uploaded`
    case 'try':
      return `Test ${count}`
    case 'switch':
      return `Switch ${count}`
    case 'watch':
      return `Verify ${count}`
    case 'retire':
      return `Retire ${count}`
    case 'remove':
      return `Mark ${count} as removed`
    case 'done':
      return `Clear ${count} finished`
  }
}

/** Returns what happened once several profiles have taken a step. */
export function stepDone(step: SharedStep, count: number): string {
  switch (step) {
    case 'make-request':
      return `${countedFiles('request', count)} created`
    case 'upload':
      return `${count} marked as uploaded`
    case 'try':
      return `${count} passed the test`
    case 'switch':
      return `${count} switched`
    case 'watch':
      return `${count} verified`
    case 'retire':
      return `${count} retired`
    case 'remove':
      return `${count} marked as removed`
    case 'done':
      return `${count} cleared`
  }
}
