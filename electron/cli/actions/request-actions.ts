import type { Credential } from '../../../shared/model/credential/credential.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import type { StoredProfile } from '../../profiles/stored-profile.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { parseAlternativeName, parseSubject } from '../input/distinguished-name.ts'

export interface RequestOptions {
  readonly subject: string
  readonly san: readonly string[]
  readonly out: string
  readonly credential?: string
}

export async function createRequest(
  { services, say, answer, commandLine }: CommandContext,
  name: string,
  options: RequestOptions,
): Promise<void> {
  const subject = parseSubject(options.subject)
  const alternativeNames = options.san.map(parseAlternativeName)
  const { profiles, credentials } = await services()
  const stored = await profiles.find(name)
  const chosen = credentialForRequest(stored, options.credential, commandLine)
  const made = await credentials.createRequest(stored.profile.id, chosen.id, subject, alternativeNames)
  await writeFileAtomically(fileArgument(options.out), made.request?.pem ?? '')
  const exported = await credentials.markRequestExported(stored.profile.id, chosen.id)
  answer(exported)
  say(`Wrote the CSR to ${options.out}. Have it signed, then: ${commandLine} certificate import`)
}

function credentialForRequest(
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
      { hint: `Make one first: ${commandLine} key create "${profile.name}"` },
    )
  return found
}
