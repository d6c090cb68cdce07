import { resolve } from 'node:path'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { uploadMessage } from '#shared/credentials/portal-upload.ts'
import { ClavisError } from '#shared/errors.ts'
import { usableValidity, validityOf } from '#shared/expiry/expiry.ts'
import { describeValidity } from '#shared/expiry/warning-messages.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import { bundleForUpload, writeBundles } from '../../credentials/upload-bundle.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { SettingsStore } from '../../settings/settings-store.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmByName, confirmSeveral } from '../terminal/confirm.ts'
import { forEachProfile } from '../terminal/profile-results.ts'
import { selectProfiles, type SelectionOptions } from '../terminal/profile-selection.ts'
import { formatTable } from '../terminal/table.ts'

export interface ConfirmOptions {
  readonly confirm?: string
}

export interface ThumbprintOptions extends ConfirmOptions {
  readonly clientId?: string
}

export interface BundleOptions {
  readonly out: string
  readonly withChain?: true
  readonly force?: true
}

/** Exports the public certificates of a profile for the portal, except those of retired credentials. */
export async function bundleCertificates(
  { profiles, answer }: CommandContext,
  name: string,
  { out, withChain, force }: BundleOptions,
): Promise<void> {
  const { profile, credentials: own } = await (await profiles()).find(name)
  const credentials = own.filter((each) => each.state !== 'retired' && 'certificate' in each)
  const bundles = bundleForUpload({ profileName: profile.name, credentials, withChain: withChain === true })
  const files = await writeBundles(resolve(out), bundles, { replace: force === true })
  answer(files, [
    uploadMessage(files.map(({ certificates }) => certificates)),
    ...files.map(({ fileName, subjects }) => `${fileName}: ${subjects.join('; ')}`),
  ])
}

/** Lists the certificates of a profile, or of all profiles. */
export async function listCertificates({ profiles, answer }: CommandContext, name: string | undefined): Promise<void> {
  const store = await profiles()
  const timeZone = await new SettingsStore(store).timeZone()
  const chosen = name === undefined ? await store.list() : [await store.find(name)]
  const listed = chosen.flatMap(({ profile, credentials }) =>
    credentials.flatMap((credential) => {
      const certificate = certificateOf(credential)
      return certificate === undefined ? [] : [{ profile, credential, certificate }]
    }),
  )
  answer(
    listed.map(({ credential }) => credential),
    formatTable(
      ['Profile', 'State', 'Expiry', 'SHA-1 thumbprint', 'Subject'],
      listed.map(({ profile, credential, certificate }) => [
        profile.name,
        credential.state,
        describeValidity(validityOf(certificate), Date.now(), timeZone),
        certificate.thumbprint.sha1,
        certificate.subject,
      ]),
      'No certificates.',
    ),
  )
}

/** Saves the portal's thumbprint with its certificate, and the client ID with the profile. @throws `credential-not-found` */
export async function confirmCertificate(
  { services, terminal, answer, commandLine }: CommandContext,
  name: string,
  thumbprint: string,
  { clientId, confirm }: ThumbprintOptions,
): Promise<void> {
  const { profiles, credentials } = await services()
  const { profile } = await profiles.find(name)
  const { thumbprints } = credentials
  const match = await thumbprints.match(profile.id, thumbprint)
  if (match.kind === 'elsewhere')
    throw new ClavisError(
      'credential-not-found',
      `This thumbprint belongs to the profile “${match.profileName}”, not to “${profile.name}”.`,
      { hint: 'Copy the thumbprint from the tab of this environment on the portal’s Security page.' },
    )
  if (match.kind === 'none') throw noSuchCertificate(profile.name, commandLine)
  const confirmed = await thumbprints.confirm(
    profile.id,
    match.credentialId,
    thumbprint,
    clientId,
    confirmByName(confirm),
  )
  answer(confirmed, `Thumbprint confirmed. ${profile.name} sends it as the key ID (kid) of this certificate.`)
  if (certificateOf(confirmed)?.thumbprint.sha1 !== thumbprint.trim())
    terminal.note(
      'clavis: The portal usually shows 40 hex digits in upper case, without colons. The service compares text, and this is sent as you typed it.\n',
    )
}

function noSuchCertificate(profileName: string, commandLine: string): ClavisError {
  return new ClavisError('credential-not-found', `${profileName} has no certificate with this thumbprint.`, {
    hint: `List its certificates with: ${commandLine} certificate list ${shownWord(profileName)}`,
  })
}

export interface ActivateOptions extends SelectionOptions {
  readonly newest?: true
  readonly confirm: readonly string[]
}

/** Activates the credential of a certificate, or for each chosen profile the valid one that expires last. */
export async function activateCertificate(
  context: CommandContext,
  name: string | undefined,
  thumbprint: string | undefined,
  { confirm: typed, ...options }: ActivateOptions,
): Promise<void> {
  const { credentials } = await context.services()
  const selection = await selectProfiles(context, name, options, (stored) => newestIn(stored) !== undefined)
  const confirm = await confirmSeveral(selection.profiles, typed, 'Activate other credentials of')
  await forEachProfile(context, selection, async (stored) => {
    const { profile, credentials: own } = stored
    const chosen = thumbprint === undefined ? newestIn(stored) : withThumbprint(own, thumbprint)
    if (chosen === undefined) throw noSuchCertificate(profile.name, context.commandLine)
    if (thumbprint === undefined && chosen.state === 'active')
      return { text: 'Its newest certificate is active already.', value: chosen }
    const active = await credentials.activate(profile.id, chosen.id, confirm)
    return { text: `Credential activated. ${profile.name} now signs token requests with it.`, value: active }
  })
}

function withThumbprint(own: readonly Credential[], thumbprint: string): Credential | undefined {
  return own.find((each) => {
    const certificate = certificateOf(each)
    return certificate !== undefined && recognizeThumbprint(thumbprint, certificate.thumbprint) !== undefined
  })
}

/** Returns the usable credential whose certificate can be used now and expires last. */
function newestIn({ credentials: own }: StoredProfile): Credential | undefined {
  const expiryOf = (credential: Credential): number => {
    const certificate = certificateOf(credential)
    if (certificate === undefined || credential.state === 'retired') return 0
    const { notBefore, notAfter } = usableValidity(certificate)
    const [from, until] = [Date.parse(notBefore), Date.parse(notAfter)]
    return from <= Date.now() && Date.now() <= until ? until : 0
  }
  const [newest] = own.toSorted((one, other) => expiryOf(other) - expiryOf(one))
  return newest !== undefined && expiryOf(newest) > 0 ? newest : undefined
}
