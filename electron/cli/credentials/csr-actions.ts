import { mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Credential, KeySize } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import { attributesOf } from '../../credentials/subject-attributes.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { distinctFileNames } from '../../files/separate-files.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { forEachProfile, type ProfileResult } from '../terminal/profile-results.ts'
import { selectProfiles, type ProfileAction, type SelectionOptions } from '../terminal/profile-selection.ts'
import { escapedValue, parseAlternativeName, parseSubject } from './distinguished-name.ts'

export interface CsrOptions extends SelectionOptions {
  readonly subject?: string
  readonly subjectTemplate?: string
  readonly san: readonly string[]
  readonly out?: string
  readonly outDir?: string
  readonly credential?: string
}

/**
 * Writes a CSR for a key without a certificate, for each chosen profile.
 * @throws `input-invalid` for a wrong subject, `credential-not-found`
 */
export const createCsr: ProfileAction<CsrOptions> = async (
  context,
  name,
  { subject: typed, subjectTemplate = '', san, out, outDir = '.', credential, ...options },
) => {
  const fixed = typed === undefined ? undefined : parseSubject(typed)
  const alternativeNames = san.map(parseAlternativeName)
  const { credentials } = await context.services()
  const selection = await selectProfiles(context, name, options, (stored) => stored.credentials.some(lacksCertificate))
  const fileNames = distinctFileNames(
    selection.profiles.map(({ profile }) => profile.name),
    'csr',
  )
  if (out === undefined) await mkdir(resolve(outDir), { recursive: true })
  await forEachProfile(context, selection, async (stored) => {
    const { profile } = stored
    const chosen = credentialForCsr(stored, credential, context.commandLine)
    const subject = fixed ?? parseSubject(filledIn(subjectTemplate, profile))
    // As attributes, so that the CSR has what was typed and nothing of an earlier one.
    const wanted = 'commonName' in subject ? attributesOf(subject) : subject
    const { request } = await credentials.createRequest(profile.id, chosen.id, wanted, alternativeNames)
    const file = out ?? join(outDir, fileNames[selection.profiles.indexOf(stored)] ?? '')
    await writeFileAtomically(resolve(file), request?.pem ?? '')
    const exported = await credentials.markRequestExported(profile.id, chosen.id, basename(file))
    return {
      text: `Wrote the CSR to ${file}. Have it signed, then: ${context.commandLine} certificate import`,
      value: exported,
    }
  })
}

/** Fills the placeholders of a subject template, with the values escaped. */
function filledIn(template: string, { name, clientId, environment }: Profile): string {
  const values: Readonly<Record<string, string>> = { name, clientId, environment }
  return template.replaceAll(/\{(?<key>\w+)\}/gu, (placeholder, key: string) => {
    const value = values[key]
    if (value !== undefined) return escapedValue(value)
    throw new ClavisError('input-invalid', `The subject template has an unknown placeholder: ${placeholder}.`, {
      hint: 'Use {name}, {clientId} and {environment}.',
    })
  })
}

function lacksCertificate({ state }: Credential): boolean {
  return state === 'key-created' || state === 'csr-exported'
}

function credentialForCsr(
  { profile, credentials }: StoredProfile,
  wanted: string | undefined,
  commandLine: string,
): Credential {
  const found = credentials.find((each) => (wanted === undefined ? lacksCertificate(each) : each.id === wanted))
  if (found === undefined)
    throw new ClavisError(
      'credential-not-found',
      wanted === undefined
        ? `${profile.name} has no key without a certificate.`
        : `${profile.name} has no credential ${wanted}.`,
      { hint: `Create one first: ${commandLine} key create ${shownWord(profile.name)}` },
    )
  return found
}

export interface KeyOptions extends SelectionOptions {
  /** A key size, already checked. */
  readonly bits: string
}

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
