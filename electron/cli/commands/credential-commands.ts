import { Option, type Command } from 'commander'
import type { BundleOptions, ConfirmOptions } from '../actions/certificate-actions.ts'
import type { RequestOptions } from '../actions/request-actions.ts'
import type { SecretOptions } from '../actions/secret-actions.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'
import { addRecoveryCommands } from './recovery-commands.ts'

const actions = () => import('../actions/with-services.ts')

/** `clavis secret …`, `clavis key …`, `clavis csr …` and `clavis certificate …` */
export function addCredentialCommands(program: Command, context: CommandContext): void {
  addSecretCommand(program, context)
  addKeyCommand(program, context)
  addRequestCommand(program, context)
  addCertificateCommands(program, context)
}

function addSecretCommand(program: Command, context: CommandContext): void {
  const secretCommand = program
    .command('secret')
    .description('the client secret of a basic profile, and the password for a profile’s own proxy')

  secretCommand
    .command('set')
    .description('keep the client secret, from standard input, in the keychain')
    .argument('<profile>', 'id or exact name')
    .option('--proxy', 'the password for its own proxy instead')
    .addOption(confirmOption())
    .action(async (name: string, options: SecretOptions) => (await actions()).setSecret(context, name, options))
  secretCommand
    .command('remove')
    .description('destroy the password for a profile’s own proxy in the keychain')
    .argument('<profile>', 'id or exact name')
    .requiredOption('--proxy', 'that password; keys and client secrets go with the profile')
    .addOption(confirmOption())
    .action(async (name: string, options: SecretOptions) =>
      (await actions()).removeProxyPassword(context, name, options),
    )
}

function addKeyCommand(program: Command, context: CommandContext): void {
  const key = program.command('key').description('private keys')

  key
    .command('create')
    .description('make an RSA key pair; the private key goes into the keychain and nowhere else')
    .argument('<profile>', 'id or exact name')
    .addOption(new Option('--bits <bits>', 'its size').choices(['2048', '3072', '4096']).default('2048'))
    .action(async (name: string, { bits }: { bits: string }) => (await actions()).createKey(context, name, bits))
  key
    .command('import')
    .description(
      'take a private key: PEM, DER, PKCS#12 or JWK; a passphrase is read from standard input if it needs one',
    )
    .argument('<profile>', 'id or exact name')
    .argument('<file>')
    .action(async (name: string, path: string) => (await actions()).importFiles(context, name, [path]))
  addRecoveryCommands(key, context)
}

function addRequestCommand(program: Command, context: CommandContext): void {
  program
    .command('csr')
    .description('make a CSR for the newest key that has no certificate')
    .argument('<profile>', 'id or exact name')
    .requiredOption('--subject <name>', "for example 'CN=acme,O=Acme Ltd,C=DE'; CN, O, OU, L, ST, C, emailAddress")
    .option('--san <name>', 'a subject alternative name: dns:…, ip:…, email:… or uri:…', collect, [])
    .requiredOption('--out <file>', 'the file to write, PEM')
    .option('--credential <id>', 'the credential, where it is not the newest one without a certificate')
    .action(async (name: string, options: RequestOptions) => (await actions()).createRequest(context, name, options))
}

function addCertificateCommands(program: Command, context: CommandContext): void {
  const certificate = program.command('certificate').description('signed certificates')

  certificate
    .command('bundle')
    .description('public certificates for the portal, five a file at most; all but those of retired credentials')
    .argument('<profile>', 'id or exact name')
    .requiredOption('--out <dir>', 'the folder to write to')
    .option('--with-chain', 'put each certificate’s chain after it; it counts too')
    .option('--force', 'replace files of these names')
    .action(async (name: string, options: BundleOptions) =>
      (await actions()).bundleCertificates(context, name, options),
    )
  certificate
    .command('import')
    .description('take certificates and keys: PEM, DER, PKCS#7, PKCS#12 or JWK; each certificate finds its key')
    .argument('<profile>', 'id or exact name')
    .argument('<files...>')
    .action(async (name: string, paths: string[]) => (await actions()).importFiles(context, name, paths))
  certificate
    .command('list')
    .description('the certificates of a profile, or of all')
    .argument('[profile]', 'id or exact name')
    .action(async (name: string | undefined) => (await actions()).listCertificates(context, name))
  certificate
    .command('activate')
    .description('make the credential of a certificate the one that signs')
    .argument('<profile>', 'id or exact name')
    .argument('<thumbprint>', 'SHA-1 or SHA-256, hex in any spelling or base64url')
    .addOption(confirmOption())
    .action(async (name: string, thumbprint: string, options: ConfirmOptions) =>
      (await actions()).activateCertificate(context, name, thumbprint, options),
    )
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}
