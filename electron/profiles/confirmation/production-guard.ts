import type { Profile } from '../../../shared/model/profile/profile.ts'
import type { Confirm, Confirmation } from './confirmation.ts'

/** Asks if a profile is for Production. Practice profiles for Production ask too, so that users can practice it. */
export async function confirmInProduction(
  { environment }: Pick<Profile, 'environment'>,
  confirm: Confirm,
  question: Confirmation,
): Promise<void> {
  if (environment === 'production') await confirm(question)
}
