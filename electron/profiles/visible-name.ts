import { ClavisError } from '../../shared/model/errors/error.ts'
import { hasHiddenCharacters } from '../../shared/model/values/visible-text.ts'

/** Makes sure that every character of a new profile's name can be seen. @throws `input-invalid` */
export function requireVisibleName(name: string): void {
  if (!hasHiddenCharacters(name)) return
  throw new ClavisError('input-invalid', `The name “${name}” has characters that cannot be seen.`, {
    hint: 'Use letters, digits, signs and spaces only.',
  })
}
