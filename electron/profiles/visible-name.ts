import { ClavisError } from '../../shared/model/errors/error.ts'
import { hasHiddenCharacters } from '../../shared/model/values/visible-text.ts'

/** Makes sure that a profile's name has no invisible characters. @throws `input-invalid` */
export function requireVisibleName(name: string): void {
  if (!hasHiddenCharacters(name)) return
  throw new ClavisError('input-invalid', `The name “${name}” contains invisible characters.`, {
    hint: 'Use only letters, digits, punctuation and spaces.',
  })
}
