import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { isNew, mergeImports, type ImportedPart } from '#shared/credentials/import.ts'
import { ClavisError } from '#shared/errors.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { contentsOfFiles, wipeContent } from '../../credentials/import/import-content.ts'
import type { ImportTarget } from '../../credentials/import/material-import.ts'
import type { Secret } from '../../keychain/secret.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted, type CommandTerminal } from '../terminal/command-terminal.ts'
import { confirmSeveral } from '../terminal/confirm.ts'
import { resultsOf, type ProfileResults } from '../terminal/profile-results.ts'
import { readSecret } from '../terminal/secret-input.ts'

export interface ImportFilesOptions {
  /** Matches the files to the keys of every profile. */
  readonly any?: true
  readonly activate?: true
  /** Imports parts that are not of the profile's replacement in progress. */
  readonly anyway?: true
  readonly confirm?: readonly string[]
}

/**
 * Imports keys and certificates for a profile, or for the profiles that they match, and prints the result of each part. The
 * command fails if any part is not imported. The passphrase of each locked file is asked for on a terminal; from a pipe,
 * one passphrase is read for all of them.
 * @param first the profile; with `any` another file
 */
export async function importFiles(
  context: CommandContext,
  first: string,
  others: readonly string[],
  options: ImportFilesOptions,
): Promise<void> {
  const [profileName, paths] = options.any === true ? [undefined, [first, ...others]] : [first, others]
  const { services, terminal, printJson, print, setExitCode, interrupts } = context
  const { profiles, credentials } = await services()
  const target: ImportTarget =
    profileName === undefined
      ? {}
      : { profileId: (await profiles.find(profileName)).profile.id, isThereOnly: true, anyway: options.anyway }
  const [files, missing] =
    profileName === undefined ? await readableFiles(paths) : [paths.map((path) => resolve(path)), []]
  const read = async (passphrases: ReadonlyMap<number, Secret>): Promise<ImportedPart[]> => {
    const contents = await contentsOfFiles(files, passphrases)
    // An interrupt stops reading files. Once keys are being stored, the last one is finished first.
    const signal = interrupts.handle()
    try {
      const importing = credentials.imports.import(contents, target, signal)
      return await terminal.showDuring(`Importing ${counted(files.length, 'file')}…`, importing)
    } finally {
      interrupts.release()
      contents.forEach(wipeContent)
    }
  }
  let parts = files.length === 0 ? [] : await read(new Map())
  const passphrases = await askForPassphrases(terminal, parts)
  if (passphrases.size > 0) parts = mergeImports(parts, await read(passphrases))
  parts = [...parts, ...missing]
  const names = new Map((await profiles.list()).map(({ profile }) => [profile.id, profile.name]))
  const nameOf = (part: ImportedPart): string =>
    profileName === undefined && 'profileId' in part ? `${names.get(part.profileId) ?? ''}: ` : ''
  print(parts.map((part) => visibleLine(`${nameOf(part)}${describePart(part)}`)).join('\n'))
  const isStored = (part: ImportedPart): boolean => isNew(part) || part.kind === 'already-there'
  const importCode = parts.length === 0 || !parts.every(isStored) ? exitCodes.input : exitCodes.fine
  setExitCode(importCode)
  if (options.activate !== true) {
    printJson(parts)
    return
  }
  const { results, exitCode } = await activateImported(context, parts, options.confirm)
  printJson({ parts, activated: results })
  setExitCode(Math.max(importCode, exitCode))
}

/** Activates, for each profile that a certificate was imported for, the one that expires last. */
async function activateImported(
  context: CommandContext,
  parts: readonly ImportedPart[],
  typed: readonly string[] | undefined,
): Promise<ProfileResults> {
  const { profiles, credentials } = await context.services()
  const imported = new Set(parts.flatMap((part) => ('credentialId' in part ? [part.credentialId] : [])))
  const expiryOf = (credential: Credential): number => {
    const certificate = certificateOf(credential)
    return certificate !== undefined && imported.has(credential.id) ? Date.parse(validityOf(certificate).notAfter) : 0
  }
  const chosen = (await profiles.list()).filter((stored) => stored.credentials.some((each) => expiryOf(each) > 0))
  const confirm = await confirmSeveral(chosen, typed, 'Activate other credentials of')
  return resultsOf(context, { profiles: chosen, isSeveral: true, jobs: 1 }, async ({ profile, credentials: own }) => {
    const newest = own.reduce((one, other) => (expiryOf(other) > expiryOf(one) ? other : one))
    if (newest.state === 'active') return { text: 'Already active.', value: newest }
    return { text: 'Activated.', value: await credentials.activate(profile.id, newest.id, confirm) }
  })
}

/** Returns the absolute paths of files that can be read, and a result for each of the others. */
async function readableFiles(paths: readonly string[]): Promise<[files: string[], missing: ImportedPart[]]> {
  const files: string[] = []
  const missing: ImportedPart[] = []
  for (const [content, path] of paths.entries())
    try {
      await access(resolve(path), constants.R_OK)
      files.push(resolve(path))
    } catch {
      missing.push({ kind: 'refused', content, name: path, reason: 'The file can’t be read.' })
    }
  return [files, missing]
}

async function askForPassphrases(
  terminal: CommandTerminal,
  parts: readonly ImportedPart[],
): Promise<ReadonlyMap<number, Secret>> {
  const passphrases = new Map<number, Secret>()
  const locked = parts.filter((part) => part.kind === 'needs-passphrase')
  try {
    let piped: Secret | undefined
    for (const { content, name } of locked) {
      const isPiped = terminal.stdin.isTTY !== true
      const secret: Secret = piped ?? (await readSecret(terminal, `Passphrase of ${name}: `))
      if (isPiped) piped = secret
      // Each file's content wipes its own.
      passphrases.set(content, isPiped ? secret.copy() : secret)
    }
    piped?.wipe()
  } catch (error) {
    // Without a passphrase the file stays locked, as its part of the result says.
    if (!(error instanceof ClavisError && error.code === 'input-invalid')) throw error
    terminal.note(`${error.message} ${error.hint ?? ''}\n`)
  }
  return passphrases
}

function describePart(part: ImportedPart): string {
  switch (part.kind) {
    case 'imported':
      return `Imported ${part.subject}.${part.warning === undefined ? '' : ` ${part.warning}`}`
    case 'created': {
      const what = part.hasCertificate ? 'with its key' : '; it has no certificate yet'
      const words = part.hasCertificate ? `Imported ${part.subject} ${what}` : `Imported an ${part.subject}${what}`
      return `${words} (credential ${part.credentialId}).${part.warning === undefined ? '' : ` ${part.warning}`}`
    }
    case 'key-restored':
      return `Restored the missing key of credential ${part.credentialId}.`
    case 'already-there':
      return `${part.subject} is already imported.`
    case 'chain-extended':
      return `${part.subject} completes the ${part.credentials === 1 ? 'chain of a certificate' : `chains of ${part.credentials} certificates`}.`
    case 'issuer-saved':
      return `Saved ${part.subject}. It will complete the chains of certificates that it issued when you import them.`
    case 'without-key':
    case 'needs-profile':
      return `Not imported: ${part.subject}. ${part.reason}`
    case 'not-of-replacement':
      return `Not imported: ${part.subject}. ${part.reason} Use --anyway to import it.`
    case 'needs-passphrase':
      return part.attempt === 'none'
        ? `Not imported: ${part.name}. ${part.what} needs a passphrase: pipe it in, or run the command on a terminal.`
        : `Not imported: ${part.name}. Wrong passphrase for ${part.what}.`
    case 'refused':
      return `Not imported: ${part.name}. ${part.reason}`
  }
}
