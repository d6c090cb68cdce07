import { ClavisError } from '#shared/errors.ts'
import type { Listeners } from '../events.ts'

/** What a use of a key, or without `credentialId` of the client secret, found in the keychain. */
export interface SecretUse {
  readonly profileId: string
  readonly credentialId?: string
  readonly state: 'found' | 'missing' | 'damaged'
}

/** Reads a secret, and tells the listeners what was found. A keychain that is locked or not available says nothing. */
export async function readNoted<T>(
  use: Omit<SecretUse, 'state'>,
  uses: Listeners<[use: SecretUse]>,
  read: () => Promise<T>,
): Promise<T> {
  try {
    const secret = await read()
    uses.notify({ ...use, state: 'found' })
    return secret
  } catch (error) {
    const code = error instanceof ClavisError ? error.code : undefined
    if (code === 'keychain-entry-missing' || code === 'no-client-secret') uses.notify({ ...use, state: 'missing' })
    if (code === 'keychain-entry-damaged') uses.notify({ ...use, state: 'damaged' })
    throw error
  }
}
