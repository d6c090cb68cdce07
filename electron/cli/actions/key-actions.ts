import type { KeySize } from '../../../shared/model/credential/credential.ts'
import type { CommandContext } from '../command-context.ts'

/** @param bits one of the sizes that the command takes */
export async function createKey(
  { services, say, answer, commandLine }: CommandContext,
  name: string,
  bits: string,
): Promise<void> {
  const { profiles, credentials } = await services()
  const { profile } = await profiles.find(name)
  const credential = await credentials.createKey(profile.id, Number(bits) as KeySize)
  answer(credential)
  say(`Made an RSA key of ${bits} bits for ${profile.name} (credential ${credential.id}). Next: ${commandLine} csr`)
}
