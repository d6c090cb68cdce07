import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'

/**
 * Asks the user and resolves once they confirm. Passed to services: the window shows a dialog of main, the command line
 * checks `--confirm`.
 * @throws `not-confirmed`; on the command line `name-not-typed` if another name was given
 */
export type Confirm = (question: Confirmation) => Promise<void>

/** Confirms everything: for what Clavis does itself, such as setting up the practice profiles. */
export const withoutAsking: Confirm = () => Promise.resolve()

/** Confirms nothing: the default of services that were given no way to ask. @throws `not-confirmed` */
export const refuseConfirmation: Confirm = ({ message }) =>
  Promise.reject(new ClavisError('not-confirmed', `${message} This needs your confirmation.`))

/** Asks if a profile is for Production. Practice profiles for Production ask too, so that users can practice it. */
export async function confirmInProduction(
  { environment }: Pick<Profile, 'environment'>,
  confirm: Confirm,
  question: Confirmation,
): Promise<void> {
  if (environment === 'production') await confirm(question)
}
