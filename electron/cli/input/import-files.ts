import { isNew, mergeImports, type ImportedPart } from '../../../shared/model/credential/import.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { visibleLine } from '../../../shared/model/values/visible-text.ts'
import { contentsOfFiles, wipeContent } from '../../credentials/import/worker/import-content.ts'
import { Secret } from '../../keychain/secret.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../output/counted.ts'
import { readSecret } from './secret-input.ts'

/**
 * Imports keys and certificates for a profile, and prints the result of each part. The command fails if any part is not
 * imported. The passphrase of each locked file is asked for on a terminal; from a pipe, one passphrase is read for all of
 * them.
 */
export async function importFiles(
  context: CommandContext,
  profileName: string,
  paths: readonly string[],
): Promise<void> {
  const { services, terminal, printJson, print, setExitCode, interrupts } = context
  const { profiles, credentials } = await services()
  const { profile } = await profiles.find(profileName)
  const read = async (passphrases: ReadonlyMap<number, Secret>): Promise<ImportedPart[]> => {
    const contents = await contentsOfFiles(paths.map(fileArgument), passphrases)
    // An interrupt stops reading files. Once keys are being stored, the last one is finished first.
    const signal = interrupts.handle()
    try {
      const importing = credentials.importContents(contents, { profileId: profile.id, isThereOnly: true }, signal)
      return await terminal.showDuring(`Importing ${counted(paths.length, 'file')}…`, importing)
    } finally {
      interrupts.release()
      contents.forEach(wipeContent)
    }
  }
  let parts = await read(new Map())
  const passphrases = await askForPassphrases(terminal, parts)
  if (passphrases.size > 0) parts = mergeImports(parts, await read(passphrases))
  printJson(parts)
  print(parts.map((part) => visibleLine(describePart(part))).join('\n'))
  const isStored = (part: ImportedPart): boolean => isNew(part) || part.kind === 'already-there'
  if (parts.length === 0 || !parts.every(isStored)) setExitCode(exitCodes.input)
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
      passphrases.set(content, isPiped ? copyOf(secret) : secret)
    }
    piped?.wipe()
  } catch (error) {
    // Without a passphrase the file stays locked, as its part of the result says.
    if (!(error instanceof ClavisError && error.code === 'input-invalid')) throw error
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
    case 'without-key':
    case 'needs-profile':
      return `Not imported: ${part.subject}. ${part.reason}`
    case 'needs-passphrase':
      return part.attempt === 'none'
        ? `Not imported: ${part.name}. ${part.what} needs a passphrase: pipe it in, or run the command on a terminal.`
        : `Not imported: ${part.name}. Wrong passphrase for ${part.what}.`
    case 'refused':
      return `Not imported: ${part.name}. ${part.reason}`
  }
}

/** Copies a secret, because each file's content wipes its own. */
function copyOf(secret: Secret): Secret {
  const bytes = secret.bytes()
  try {
    return Secret.fromBytes(bytes)
  } finally {
    bytes.fill(0)
  }
}
