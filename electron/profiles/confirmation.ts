import { ClavisError } from '../../shared/model/errors/error.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'

/** What a person is asked before main does it. */
export interface Confirmation {
  /** What it is about: names of profiles, as a rule. The command line wants each of them typed (`--confirm NAME`). */
  readonly names: readonly string[]
  /** The question: `Delete “Acme”?` */
  readonly message: string
  /** What it does, a line each: `Token URL: auth.example.com → other.example.com` */
  readonly details: readonly string[]
  /** The button that agrees: `Delete profile` */
  readonly action: string
}

/**
 * Asks the person, and answers once they have agreed. Services take it as an argument: the window shows a dialog of
 * main, the command line compares `--confirm`.
 * @throws `not-confirmed`; on the command line `name-not-typed`
 */
export type Confirm = (question: Confirmation) => Promise<void>

/** Agrees to everything: for what Clavis does on its own, such as setting up the practice profiles. */
export const withoutAsking: Confirm = () => Promise.resolve()

/** Agrees to nothing: what a service does if it is given no way to ask. @throws `not-confirmed` */
export const nobodyToAsk: Confirm = ({ message }) =>
  Promise.reject(new ClavisError('not-confirmed', `${message} This needs your confirmation, which was not asked for.`))

/** Asks if a profile is for Production. Practice profiles for Production are no exception, so that it is practised. */
export async function confirmInProduction(
  { environment }: Pick<Profile, 'environment'>,
  confirm: Confirm,
  question: Confirmation,
): Promise<void> {
  if (environment === 'production') await confirm(question)
}
