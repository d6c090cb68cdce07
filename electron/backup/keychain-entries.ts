import { ClavisError } from '#shared/errors.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'

/** A keychain entry: its secret, or why it has none. */
export type Entry = Secret | 'absent' | 'damaged'

/** @throws `keychain-…` */
export async function readEntry(keychain: Keychain, account: string): Promise<Entry> {
  try {
    return (await keychain.read(account)) ?? 'absent'
  } catch (error) {
    if (error instanceof ClavisError && error.code === 'keychain-entry-missing') return 'absent'
    if (error instanceof ClavisError && error.code === 'keychain-entry-damaged') return 'damaged'
    throw error
  }
}

/** Compares an entry with a secret. @returns undefined if the keychain has no such secret */
export async function isEntryEqual(
  keychain: Keychain,
  account: string,
  wanted: Secret | undefined,
): Promise<boolean | undefined> {
  const held = await readEntry(keychain, account)
  if (!(held instanceof Secret)) return undefined
  const isSame = wanted !== undefined && held.equals(wanted)
  held.wipe()
  return isSame
}
