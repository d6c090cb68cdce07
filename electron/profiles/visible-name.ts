import { ClavisError } from '../../shared/model/errors/error.ts'
import { isVisibleName } from '../../shared/model/profile/profile-name.ts'

/** Makes sure that a profile's name has no invisible characters. @throws `input-invalid` */
export function requireVisibleName(name: string): void {
  if (isVisibleName(name)) return
  throw new ClavisError('input-invalid', `The name “${name}” contains invisible characters or unusual spaces.`, {
    hint: 'Use only letters, digits, punctuation and ordinary spaces.',
  })
}
