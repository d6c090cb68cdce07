import { needsCertificate } from '../../../shared/model/profile/environment.ts'
import type { KeySize } from '../../../shared/model/credential/credential.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { selectProfiles, type ProfileAction, type SelectionOptions } from '../input/profile-selection.ts'
import { forEachProfile, type ProfileResult } from '../output/profile-results.ts'

export interface KeyOptions extends SelectionOptions {
  /** A key size, already checked. */
  readonly bits: string
}

/** Creates an RSA key for each chosen profile. */
export const createKey: ProfileAction<KeyOptions> = async (context, name, { bits, ...options }) => {
  const { credentials } = await context.services()
  const selection = await selectProfiles(context, name, options, ({ profile }) => needsCertificate(profile))
  const create = async ({ profile }: StoredProfile): Promise<ProfileResult> => {
    const credential = await credentials.createKey(profile.id, Number(bits) as KeySize)
    const created = `Created a ${bits}-bit RSA key for ${profile.name} (credential ${credential.id}).`
    return { text: `${created} Next: ${context.commandLine} csr`, value: credential }
  }
  await forEachProfile(context, selection, create, `Creating a ${bits}-bit key…`)
}
