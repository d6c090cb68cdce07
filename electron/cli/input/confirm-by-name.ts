import { Option } from 'commander'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { Confirm } from '../../profiles/confirmation.ts'

/** The option that agrees to what the window would ask about. */
export function confirmOption(): Option {
  return new Option('--confirm <name>', 'exact name of the Production profile that this command may change')
}

/** Agrees to a question if every name in it was typed, exactly. */
export function confirmByName(typed: string | readonly string[] | undefined): Confirm {
  const names = [typed ?? []].flat().map((name) => name.trim())
  return ({ names: wanted, message, details }) => {
    const missing = wanted.filter((name) => !names.includes(name))
    // What names nothing cannot be agreed to by a name.
    if (wanted.length > 0 && missing.length === 0) return Promise.resolve()
    return Promise.reject(
      new ClavisError('name-not-typed', [message, ...details].join(' '), {
        hint: `If so, add: ${missing.map((name) => `--confirm ${quoted(name)}`).join(' ')}`,
      }),
    )
  }
}

/** A name as one word of a shell, which runs nothing of it. */
function quoted(name: string): string {
  return /["$`\\!]/u.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : `"${name}"`
}
