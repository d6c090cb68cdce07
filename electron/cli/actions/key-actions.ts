import type { KeySize } from '../../../shared/model/credential/credential.ts'
import type { CommandContext } from '../command-context.ts'

/** Creates an RSA key. @param bits a key size as text, already checked */
export async function createKey(
  { terminal, services, print, printJson, commandLine }: CommandContext,
  name: string,
  bits: string,
): Promise<void> {
  const { profiles, credentials } = await services()
  const { profile } = await profiles.find(name)
  const creating = credentials.createKey(profile.id, Number(bits) as KeySize)
  const credential = await terminal.showDuring(`Creating a ${bits}-bit key…`, creating)
  printJson(credential)
  print(`Created a ${bits}-bit RSA key for ${profile.name} (credential ${credential.id}). Next: ${commandLine} csr`)
}
