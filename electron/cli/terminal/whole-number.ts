import { ClavisError } from '#shared/errors.ts'

/**
 * Returns a parser for an option's whole number from 0 to `max`.
 * @throws `input-invalid` from the parser
 */
export function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/u.test(text) && Number(text) <= max) return Number(text)
    throw new ClavisError('input-invalid', `“${text}” is not a whole number from 0 to ${max}.`, {
      hint: 'Enter digits only, for example 30.',
    })
  }
}
