import { ClavisError } from '#shared/errors.ts'
import { type Confirmation, nameLines } from '#shared/questions.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import type { Confirm } from '../../confirmation.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { counted } from './command-terminal.ts'

/** Confirms a question if every name in it was given exactly. @throws `not-confirmed` without any name, `name-not-typed` */
export function confirmByName(typed: string | readonly string[] | undefined): Confirm {
  const names = [typed ?? []].flat().map((name) => name.trim())
  return ({ names: wanted, message, details }) => {
    const missing = wanted.filter((name) => !names.includes(name))
    // A question without a name cannot be confirmed by a name.
    if (wanted.length > 0 && missing.length === 0) return Promise.resolve()
    return Promise.reject(
      new ClavisError(names.length === 0 ? 'not-confirmed' : 'name-not-typed', message, {
        hint: `To confirm, add ${missing.map((name) => `--confirm ${shownWord(name)}`).join(' ')}`,
        details: { question: [...details] },
      }),
    )
  }
}

/**
 * Asks once before anything changes, if there are several profiles and Production ones among them.
 * @param ask creates the question, or for example `Activate other credentials of`
 * @returns the confirmation of each
 * @throws `not-confirmed`, `name-not-typed`, which name all of them
 */
export async function confirmSeveral(
  profiles: readonly StoredProfile[],
  typed: readonly string[] = [],
  ask: string | ((names: readonly string[]) => Confirmation),
  isSeveral = profiles.length > 1,
): Promise<Confirm> {
  const confirm = confirmByName(typed)
  const names = profiles
    .filter(({ profile }) => profile.environment === 'production')
    .map(({ profile }) => profile.name)
  if (isSeveral && names.length > 0) await confirm(typeof ask === 'string' ? questionOf(ask, names) : ask(names))
  return confirm
}

function questionOf(what: string, names: readonly string[]): Confirmation {
  const message = `${what} ${counted(names.length, 'Production profile')}?`
  return { names, message, details: [...nameLines(names), 'Nothing was changed.'], action: 'Confirm' }
}
