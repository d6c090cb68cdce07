import { Argument, Option, type Command } from 'commander'
import type { ActivateOptions, BundleOptions, ThumbprintOptions } from '../actions/certificate-actions.ts'
import type { ImportFilesOptions } from '../actions/import-actions.ts'
import type { CsrOptions } from '../actions/csr-actions.ts'
import type { KeyOptions } from '../actions/key-actions.ts'
import type { SecretOptions, SetSecretOptions } from '../actions/secret-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import { confirmSeveralOption } from '../input/confirm-several.ts'
import { addSelection, addSelectors, selectors } from '../input/profile-selection.ts'
import { collect, examples, profileArgument } from './help-texts.ts'
import { addRecoveryCommands } from './recovery-commands.ts'

const actions = () => import('../actions/with-services.ts')

/** Adds `clavis secret …`, `clavis key …`, `clavis csr …` and `clavis certificate …`. */
export function addCredentialCommands(program: Command, context: CommandContext): void {
  addSecretCommands(program, context)
  addKeyCommands(program, context)
  addCsrCommand(program, context)
  addCertificateCommands(program, context)
}

function addSecretCommands(program: Command, context: CommandContext): void {
  const secret = program.command('secret').description('store client secrets and proxy passwords')
  addSelectors(
    secret
      .command('set')
      .description('store a client secret in the keychain; reads it from standard input')
      .addArgument(new Argument('[profile]', 'profile ID or exact name')),
  )
    .addOption(
      new Option('--proxy', 'store the password of the profile’s custom proxy instead').conflicts([
        ...selectors,
        'fromJson',
      ]),
    )
    .addOption(
      new Option('--from-json <file>', 'read a JSON object of profiles and their secrets from standard input').choices([
        '-',
      ]),
    )
    .addOption(confirmSeveralOption())
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} secret set "Acme mock"`,
        `pass show acme/mock | ${clavis} secret set "Acme mock"`,
        `${clavis} secret set "Acme mock" --proxy`,
        `pass show acme/secrets.json | ${clavis} secret set --from-json -`,
      ]),
    )
    .action(async (name: string | undefined, options: SetSecretOptions, command: Command) => {
      const { setSecret, setSecrets } = await actions()
      if ((name === undefined) !== (options.fromJson !== undefined))
        command.error("error: missing required argument 'profile', or --from-json without one")
      else if (name === undefined) await setSecrets(context, options)
      else await setSecret(context, name, options)
    })
  secret
    .command('remove')
    .description('delete a proxy password from the keychain')
    .addArgument(profileArgument())
    .requiredOption('--proxy', 'delete the password of the profile’s custom proxy')
    .addOption(confirmOption())
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} secret remove "Acme mock" --proxy`]),
    )
    .action(async (name: string, options: SecretOptions) =>
      (await actions()).removeProxyPassword(context, name, options),
    )
}

function addKeyCommands(program: Command, context: CommandContext): void {
  const key = program.command('key').description('create, import and recover private keys')
  addSelection(key.command('create').description('create an RSA key pair; the private key is stored in the keychain'))
    .addOption(new Option('--bits <bits>', 'key size').choices(['2048', '3072', '4096']).default('2048'))
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} key create Acme`, `${clavis} key create Acme --bits 4096`]),
    )
    .action(async (name: string | undefined, options: KeyOptions) =>
      (await actions()).createKey(context, name, options),
    )
  key
    .command('import')
    .description('import a private key (PEM, DER, PKCS#12 or JWK); reads its passphrase from standard input')
    .argument('<profile>', 'profile ID or exact name; a key file with --any')
    .argument('[files...]', 'key files')
    .addOption(anyOption())
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} key import Acme acme.key`,
        `pass show acme/p12 | ${clavis} key import Acme acme.p12`,
        `${clavis} key import --any *.key`,
      ]),
    )
    .action(importAction(context))
  addRecoveryCommands(key, context)
}

function addCsrCommand(program: Command, context: CommandContext): void {
  addSelection(program.command('csr').description('create a certificate signing request for a key'))
    .addOption(
      new Option('--subject <name>', 'distinguished name made of CN, O, OU, L, ST, C and emailAddress').conflicts([
        ...selectors,
        'subjectTemplate',
      ]),
    )
    .option('--subject-template <name>', 'the same with {name}, {clientId} and {environment} of each profile')
    .option('--san <name>', 'subject alternative name: dns:…, ip:…, email:… or uri:…; repeatable', collect, [])
    .addOption(new Option('--out <file>', 'CSR file to write (PEM)').conflicts([...selectors, 'outDir']))
    .option('--out-dir <dir>', 'folder to write to, one CSR file named after each profile')
    .addOption(
      new Option('--credential <id>', 'credential ID (default: the newest key without a certificate)').conflicts(
        selectors,
      ),
    )
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} csr Acme --subject 'CN=acme,O=Acme Ltd,C=DE' --out acme.csr`,
        `${clavis} csr Acme --subject CN=acme --san dns:pay.example.com --out acme.csr`,
        `${clavis} csr --all --subject-template 'CN={name},O=Acme Ltd' --out-dir csrs`,
      ]),
    )
    .action(async (name: string | undefined, options: CsrOptions, command: Command) => {
      if (options.subject === undefined && options.subjectTemplate === undefined)
        command.error("error: required option '--subject <name>' not specified, or --subject-template")
      if (options.out === undefined && options.outDir === undefined)
        command.error("error: required option '--out <file>' not specified, or --out-dir")
      await (await actions()).createCsr(context, name, options)
    })
}

function addCertificateCommands(program: Command, context: CommandContext): void {
  const certificate = program
    .command('certificate')
    .description('import, list, export, confirm and activate certificates')
  certificate
    .command('bundle')
    .description('export public certificates for the portal, up to five per file')
    .addArgument(profileArgument())
    .requiredOption('--out <dir>', 'folder to write to')
    .option('--with-chain', 'include the chain of each certificate; chain certificates count towards the five')
    .option('--force', 'overwrite existing files')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} certificate bundle Acme --out upload`,
        `${clavis} certificate bundle Acme --out upload --with-chain --force`,
      ]),
    )
    .action(async (name: string, options: BundleOptions) =>
      (await actions()).bundleCertificates(context, name, options),
    )
  certificate
    .command('import')
    .description('import certificates and keys (PEM, DER, PKCS#7, PKCS#12 or JWK); certificates are matched to keys')
    .argument('<profile>', 'profile ID or exact name; a file with --any')
    .argument('[files...]', 'certificate and key files')
    .addOption(anyOption())
    .option('--activate', 'activate the imported certificate of each profile')
    .option('--confirm <name>', 'confirm a change to a Production profile by its exact name; repeatable', collect, [])
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} certificate import Acme acme.pem`,
        `${clavis} certificate import Acme acme.pem issuer.pem`,
        `${clavis} certificate import --any *.pem --activate --confirm "Acme live"`,
      ]),
    )
    .action(importAction(context))
  certificate
    .command('list')
    .description('list certificates with state, expiry, thumbprint and subject')
    .argument('[profile]', 'profile ID or exact name (default: all profiles)')
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} certificate list`, `${clavis} certificate list Acme --json`]),
    )
    .action(async (name: string | undefined) => (await actions()).listCertificates(context, name))
  certificate
    .command('confirm')
    .description('save the thumbprint that the portal shows for a certificate')
    .addArgument(profileArgument())
    .argument('<thumbprint>', 'thumbprint from the portal’s Security page, sent as the key ID (kid)')
    .option('--client-id <id>', 'also save the client ID that the portal shows')
    .addOption(confirmOption())
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} certificate confirm Acme 0C52…9B`,
        `${clavis} certificate confirm "Acme live" 0C52…9B --client-id acme-2 --confirm "Acme live"`,
      ]),
    )
    .action(async (name: string, thumbprint: string, options: ThumbprintOptions) =>
      (await actions()).confirmCertificate(context, name, thumbprint, options),
    )
  addSelection(certificate.command('activate').description('use a certificate’s credential to sign token requests'))
    .argument('[thumbprint]', 'SHA-1 or SHA-256 thumbprint, as hex or base64url')
    .option('--newest', 'activate the valid certificate that expires last; name no thumbprint')
    .addOption(confirmSeveralOption())
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} certificate activate Acme 0C:52:…:9B`,
        `${clavis} certificate activate "Acme live" 0C52…9B --confirm "Acme live"`,
        `${clavis} certificate activate --newest --match "Merchant *"`,
      ]),
    )
    .action(
      async (name: string | undefined, thumbprint: string | undefined, options: ActivateOptions, command: Command) => {
        if ((thumbprint === undefined) !== (options.newest === true))
          command.error("error: missing required argument 'thumbprint', or --newest without one")
        await (await actions()).activateCertificate(context, name, thumbprint, options)
      },
    )
}

function anyOption(): Option {
  return new Option('--any', 'match the files to the keys of all profiles; name no profile')
}

/** Returns the action of an import. With `--any` the first argument is a file, too. */
function importAction(
  context: CommandContext,
): (first: string, others: string[], options: ImportFilesOptions, command: Command) => Promise<void> {
  return async (first, others, options, command) => {
    if (options.any !== true && others.length === 0) command.error("error: missing required argument 'files'")
    const { importFiles } = await actions()
    await (options.any === true
      ? importFiles(context, undefined, [first, ...others], options)
      : importFiles(context, first, others, options))
  }
}
