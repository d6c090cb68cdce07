import type { Credential } from '../../../shared/model/credential/credential.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { writeFileAtomically } from '../../files/writing/atomic-file.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { parseAlternativeName, parseSubject } from '../input/distinguished-name.ts'

export interface CsrOptions {
  readonly subject: string
  readonly san: readonly string[]
  readonly out: string
  readonly credential?: string
}

/**
 * Writes a CSR for a key without a certificate.
 * @throws `input-invalid` for a wrong subject, `credential-not-found`
 */
export async function createCsr(
  { services, print, printJson, commandLine }: CommandContext,
  name: string,
  options: CsrOptions,
): Promise<void> {
  const subject = parseSubject(options.subject)
  const alternativeNames = options.san.map(parseAlternativeName)
  const { profiles, credentials } = await services()
  const stored = await profiles.find(name)
  const chosen = credentialForCsr(stored, options.credential, commandLine)
  const { request } = await credentials.createRequest(stored.profile.id, chosen.id, subject, alternativeNames)
  await writeFileAtomically(fileArgument(options.out), request?.pem ?? '')
  const exported = await credentials.markRequestExported(stored.profile.id, chosen.id)
  printJson(exported)
  print(`Wrote the CSR to ${options.out}. Have it signed, then: ${commandLine} certificate import`)
}

function credentialForCsr(
  { profile, credentials }: StoredProfile,
  wanted: string | undefined,
  commandLine: string,
): Credential {
  const found = credentials.find(({ id, state }) =>
    wanted === undefined ? state === 'key-created' || state === 'csr-exported' : id === wanted,
  )
  if (found === undefined)
    throw new ClavisError(
      'credential-not-found',
      wanted === undefined
        ? `${profile.name} has no key without a certificate.`
        : `${profile.name} has no credential ${wanted}.`,
      { hint: `Create one first: ${commandLine} key create "${profile.name}"` },
    )
  return found
}
