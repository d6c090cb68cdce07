import { Option, type Command } from 'commander'
import type { Credential, KeySize } from '../../../shared/model/credential.ts'
import { ClavisError } from '../../../shared/model/error.ts'
import { judgeExpiry } from '../../../shared/model/expiry.ts'
import { describeExpiry } from '../../../shared/model/expiry-words.ts'
import { uploadWords } from '../../../shared/model/upload.ts'
import { recogniseThumbprint } from '../../credentials/thumbprint.ts'
import { bundleForUpload, writeBundles } from '../../credentials/upload-bundle.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import type { StoredProfile } from '../../profiles/stored-profile.ts'
import { confirmByName, confirmOption } from '../confirm-by-name.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { parseAlternativeName, parseSubject } from '../distinguished-name.ts'
import { importFiles } from '../import-files.ts'
import { readSecret } from '../secret-input.ts'
import { formatTable } from '../table.ts'
import { addRecoveryCommands } from './recovery-commands.ts'

/** `clavis secret …`, `clavis key …`, `clavis csr …` and `clavis certificate …` */
export function addCredentialCommands(program: Command, context: CommandContext): void {
  addSecretCommand(program, context)
  addKeyCommand(program, context)
  addRequestCommand(program, context)
  addCertificateCommands(program, context)
}

interface ConfirmOptions {
  readonly confirm?: string
}

interface SecretOptions extends ConfirmOptions {
  readonly proxy?: true
}

function addSecretCommand(program: Command, { terminal, services, say, answer }: CommandContext): void {
  const secretCommand = program
    .command('secret')
    .description('the client secret of a basic profile, and the password for a profile’s own proxy')

  secretCommand
    .command('set')
    .description('keep the client secret, from standard input, in the keychain')
    .argument('<profile>', 'id or exact name')
    .option('--proxy', 'the password for its own proxy instead')
    .addOption(confirmOption())
    .action(async (name: string, { proxy, confirm }: SecretOptions) => {
      const { profiles, credentials, proxyPasswords } = services()
      const { profile } = await profiles.find(name)
      const what = proxy === true ? 'proxy password' : 'client secret'
      const secret = await readSecret(terminal, `The ${what} of ${profile.name}: `)
      if (proxy === true) await proxyPasswords.set(profile.id, secret, confirmByName(confirm))
      else await credentials.setClientSecret(profile.id, secret, confirmByName(confirm))
      secret.wipe()
      answer({ profileId: profile.id })
      say(`The keychain holds the ${what} of ${profile.name}.`)
      if (proxy === true && profile.proxyUser === '')
        say('The profile names no user for its proxy yet: enter one under “Network” in its settings.')
    })
  secretCommand
    .command('remove')
    .description('destroy the password for a profile’s own proxy in the keychain')
    .argument('<profile>', 'id or exact name')
    .requiredOption('--proxy', 'that password; keys and client secrets go with the profile')
    .addOption(confirmOption())
    .action(async (name: string, { confirm }: SecretOptions) => {
      const { profiles, proxyPasswords } = services()
      const { profile } = await profiles.find(name)
      await proxyPasswords.remove(profile.id, confirmByName(confirm))
      answer({ profileId: profile.id })
      say(`The keychain holds no proxy password of ${profile.name}.`)
    })
}

function addKeyCommand(program: Command, context: CommandContext): void {
  const { services, say, answer } = context
  const key = program.command('key').description('private keys')

  key
    .command('create')
    .description('make an RSA key pair; the private key goes into the keychain and nowhere else')
    .argument('<profile>', 'id or exact name')
    .addOption(new Option('--bits <bits>', 'its size').choices(['2048', '3072', '4096']).default('2048'))
    .action(async (name: string, { bits }: { bits: string }) => {
      const { profiles, credentials } = services()
      const { profile } = await profiles.find(name)
      const credential = await credentials.createKey(profile.id, Number(bits) as KeySize)
      answer(credential)
      say(`Made an RSA key of ${bits} bits for ${profile.name} (credential ${credential.id}). Next: clavis csr`)
    })
  key
    .command('import')
    .description(
      'take a private key: PEM, DER, PKCS#12 or JWK; a passphrase is read from standard input if it needs one',
    )
    .argument('<profile>', 'id or exact name')
    .argument('<file>')
    .action(async (name: string, path: string) => {
      await importFiles(context, name, [path])
    })
  addRecoveryCommands(key, context)
}

interface RequestOptions {
  subject: string
  san: string[]
  out: string
  credential?: string
}

function addRequestCommand(program: Command, { services, say, answer }: CommandContext): void {
  program
    .command('csr')
    .description('make a CSR for the newest key that has no certificate')
    .argument('<profile>', 'id or exact name')
    .requiredOption('--subject <name>', "for example 'CN=acme,O=Acme Ltd,C=DE'; CN, O, OU, L, ST, C, emailAddress")
    .option('--san <name>', 'a subject alternative name: dns:…, ip:…, email:… or uri:…', collect, [])
    .requiredOption('--out <file>', 'the file to write, PEM')
    .option('--credential <id>', 'the credential, where it is not the newest one without a certificate')
    .action(async (name: string, options: RequestOptions) => {
      const subject = parseSubject(options.subject)
      const alternativeNames = options.san.map(parseAlternativeName)
      const { profiles, credentials } = services()
      const stored = await profiles.find(name)
      const chosen = credentialForRequest(stored, options.credential)
      const made = await credentials.createRequest(stored.profile.id, chosen.id, subject, alternativeNames)
      await writeFileAtomically(fileArgument(options.out), made.request?.pem ?? '')
      const exported = await credentials.markRequestExported(stored.profile.id, chosen.id)
      answer(exported)
      say(`Wrote the CSR to ${options.out}. Have it signed, then: clavis certificate import`)
    })
}

function credentialForRequest({ profile, credentials }: StoredProfile, wanted: string | undefined): Credential {
  const found = credentials.find(({ id, state }) =>
    wanted === undefined ? state === 'key-created' || state === 'csr-exported' : id === wanted,
  )
  if (found === undefined)
    throw new ClavisError(
      'credential-not-found',
      wanted === undefined
        ? `${profile.name} has no key without a certificate.`
        : `${profile.name} has no credential ${wanted}.`,
      { hint: `Make one first: clavis key create "${profile.name}"` },
    )
  return found
}

function addCertificateCommands(program: Command, context: CommandContext): void {
  const { services, say, answer } = context
  const certificate = program.command('certificate').description('signed certificates')
  addBundleCommand(certificate, context)

  certificate
    .command('import')
    .description('take certificates and keys: PEM, DER, PKCS#7, PKCS#12 or JWK; each certificate finds its key')
    .argument('<profile>', 'id or exact name')
    .argument('<files...>')
    .action(async (name: string, paths: string[]) => {
      await importFiles(context, name, paths)
    })

  certificate
    .command('list')
    .description('the certificates of a profile, or of all')
    .argument('[profile]', 'id or exact name')
    .action(async (name: string | undefined) => {
      const { profiles } = services()
      const chosen = name === undefined ? await profiles.list() : [await profiles.find(name)]
      const listed = chosen.flatMap(({ profile, credentials }) =>
        credentials.flatMap((credential) =>
          'certificate' in credential && credential.certificate !== undefined
            ? [{ profile, credential, certificate: credential.certificate }]
            : [],
        ),
      )
      answer(listed.map(({ credential }) => credential))
      say(
        listed.length === 0
          ? 'There are no certificates.'
          : formatTable(
              listed.map(({ profile, credential, certificate: { notBefore, notAfter, subject, thumbprint } }) => [
                profile.name,
                credential.state,
                describeExpiry(judgeExpiry(notBefore, notAfter, Date.now())),
                thumbprint.sha1,
                subject,
              ]),
            ),
      )
    })

  certificate
    .command('activate')
    .description('make the credential of a certificate the one that signs')
    .argument('<profile>', 'id or exact name')
    .argument('<thumbprint>', 'SHA-1 or SHA-256, hex in any spelling or base64url')
    .addOption(confirmOption())
    .action(async (name: string, thumbprint: string, { confirm }: ConfirmOptions) => {
      const { profiles, credentials } = services()
      const { profile, credentials: own } = await profiles.find(name)
      const chosen = own.find(
        (each) =>
          'certificate' in each &&
          each.certificate !== undefined &&
          recogniseThumbprint(thumbprint, each.certificate.thumbprint) !== undefined,
      )
      if (chosen === undefined)
        throw new ClavisError('credential-not-found', `${profile.name} has no certificate with this thumbprint.`, {
          hint: `See which it has: clavis certificate list "${profile.name}"`,
        })
      const active = await credentials.activate(profile.id, chosen.id, confirmByName(confirm))
      answer(active)
      say(`${profile.name} signs with this certificate from now on.`)
    })
}

interface BundleOptions {
  readonly out: string
  readonly withChain?: true
  readonly force?: true
}

function addBundleCommand(certificate: Command, { services, say, answer }: CommandContext): void {
  certificate
    .command('bundle')
    .description('public certificates for the portal, five a file at most; all but those of retired credentials')
    .argument('<profile>', 'id or exact name')
    .requiredOption('--out <dir>', 'the folder to write to')
    .option('--with-chain', 'put each certificate’s chain after it; it counts too')
    .option('--force', 'replace files of these names')
    .action(async (name: string, { out, withChain, force }: BundleOptions) => {
      const { profile, credentials: own } = await services().profiles.find(name)
      const credentials = own.filter((each) => each.state !== 'retired' && 'certificate' in each)
      const bundles = bundleForUpload({ profileName: profile.name, credentials, withChain: withChain === true })
      const files = await writeBundles(fileArgument(out), bundles, { replace: force === true })
      answer(files)
      say(
        [
          uploadWords(files.map(({ certificates }) => certificates)),
          ...files.map(({ fileName, subjects }) => `${fileName}: ${subjects.join('; ')}`),
        ].join('\n'),
      )
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}
