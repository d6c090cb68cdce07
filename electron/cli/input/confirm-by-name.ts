import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { Confirm } from '../../profiles/confirmation/confirmation.ts'

/** Confirms a question if every name in it was given exactly. @throws `not-confirmed` without any name, `name-not-typed` */
export function confirmByName(typed: string | readonly string[] | undefined): Confirm {
  const names = [typed ?? []].flat().map((name) => name.trim())
  return ({ names: wanted, message, details }) => {
    const missing = wanted.filter((name) => !names.includes(name))
    // A question without a name cannot be confirmed by a name.
    if (wanted.length > 0 && missing.length === 0) return Promise.resolve()
    return Promise.reject(
      new ClavisError(names.length === 0 ? 'not-confirmed' : 'name-not-typed', [message, ...details].join(' '), {
        hint: `To confirm, add ${missing.map((name) => `--confirm ${quoted(name)}`).join(' ')}`,
      }),
    )
  }
}

/** Quotes a name for a shell, so that nothing in it is run. */
function quoted(name: string): string {
  return /["$`\\!]/u.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : `"${name}"`
}
