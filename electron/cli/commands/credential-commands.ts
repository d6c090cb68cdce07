import { type ClavisCommand, environments, wholeNumber } from '../clavis-command.ts'
import { selectors } from '../terminal/profile-selection.ts'

export function addCredentialCommands(program: ClavisCommand): void {
  addSecretCommands(program)
  addKeyCommands(program)
  addCsrCommand(program)
  addCertificateCommands(program)
}

function addSecretCommands(program: ClavisCommand): void {
  const secret = program.command('secret').description('store client secrets and proxy passwords')
  secret
    .command('set')
    .description('store a client secret in the keychain; reads it from standard input')
    .selectors('profile ID or exact name')
    .unless('--proxy', 'store the password of the profile’s custom proxy instead', [...selectors, 'fromJson'])
    .choice('--from-json <source>', 'read a JSON object of profiles and their secrets from standard input', ['-'])
    .confirmSeveral()
    .examples(
      'clavis secret set "Acme mock"',
      'pass show acme/mock | clavis secret set "Acme mock"',
      'clavis secret set "Acme mock" --proxy',
      'pass show acme/secrets.json | clavis secret set --from-json -',
    )
    .demand(
      ({ fromJson }, args) => (args.length === 0) === (fromJson !== undefined),
      'specify a profile or --from-json, not both',
    )
    .runs((actions) => actions.setSecrets)
  secret
    .command('remove')
    .description('delete a proxy password from the keychain')
    .profile()
    .requiredOption('--proxy', 'delete the password of the profile’s custom proxy')
    .confirm()
    .examples('clavis secret remove "Acme mock" --proxy')
    .runs((actions) => actions.removeProxyPassword)
}

function addKeyCommands(program: ClavisCommand): void {
  const key = program.command('key').description('create, import and recover private keys')
  key
    .command('create')
    .description('create an RSA key pair; the private key is stored in the keychain')
    .selection()
    .choice('--bits <bits>', 'key size', ['2048', '3072', '4096'], '2048')
    .examples('clavis key create Acme', 'clavis key create Acme --bits 4096')
    .runs((actions) => actions.createKey)
  withImport(
    key
      .command('import')
      .description('import a private key (PEM, DER, PKCS#12 or JWK); reads its passphrase from standard input')
      .argument('<profile>', 'profile ID or exact name; a key file with --any')
      .argument('[files...]', 'key files'),
  ).examples(
    'clavis key import Acme acme.key',
    'pass show acme/p12 | clavis key import Acme acme.p12',
    'clavis key import --any *.key',
  )
  addRecoveryCommands(key)
}

function addCsrCommand(program: ClavisCommand): void {
  program
    .command('csr')
    .description('create a certificate signing request for a key')
    .selection()
    .unless(
      '--subject <name>',
      'distinguished name (RFC 4514) of CN, O, OU, L, ST, C, emailAddress, DC, UID, street, postalCode, serialNumber, organizationIdentifier or object identifiers',
      [...selectors, 'subjectTemplate'],
    )
    .option('--subject-template <name>', 'the same with {name}, {clientId} and {environment} of each profile')
    .repeatable('--san <name>', 'subject alternative name: dns:…, ip:…, email:… or uri:…; repeatable')
    .unless('--out <file>', 'CSR file to write (PEM)', [...selectors, 'outDir'])
    .option('--out-dir <dir>', 'folder to write to, one CSR file named after each profile')
    .unless('--credential <id>', 'credential ID (default: the newest key without a certificate)')
    .examples(
      "clavis csr Acme --subject 'CN=acme,O=Acme Ltd,C=DE' --out acme.csr",
      'clavis csr Acme --subject CN=acme --san dns:pay.example.com --out acme.csr',
      "clavis csr --all --subject-template 'CN={name},O=Acme Ltd' --out-dir csrs",
    )
    .demand(
      ({ subject, subjectTemplate }) => subject !== undefined || subjectTemplate !== undefined,
      'specify --subject or --subject-template',
    )
    .demand(({ out, outDir }) => out !== undefined || outDir !== undefined, 'specify --out or --out-dir')
    .runs((actions) => actions.createCsr)
}

function addCertificateCommands(program: ClavisCommand): void {
  const certificate = program
    .command('certificate')
    .description('import, list, export, confirm and activate certificates')
  certificate
    .command('bundle')
    .description('export public certificates for the portal, up to five per file')
    .profile()
    .requiredOption('--out <dir>', 'folder to write to')
    .option('--with-chain', 'include the chain of each certificate; chain certificates count towards the five')
    .option('--force', 'overwrite existing files')
    .examples(
      'clavis certificate bundle Acme --out upload',
      'clavis certificate bundle Acme --out upload --with-chain --force',
    )
    .runs((actions) => actions.bundleCertificates)
  withImport(
    certificate
      .command('import')
      .description('import certificates and keys (PEM, DER, PKCS#7, PKCS#12 or JWK); certificates are matched to keys')
      .argument('<profile>', 'profile ID or exact name; a file with --any')
      .argument('[files...]', 'certificate and key files'),
  )
    .option('--anyway', 'import also what is not of the replacement in progress')
    .option('--activate', 'activate the imported certificate of each profile')
    .confirmSeveral()
    .examples(
      'clavis certificate import Acme acme.pem',
      'clavis certificate import Acme acme.pem issuer.pem',
      'clavis certificate import --any *.pem --activate --confirm "Acme live"',
    )
  certificate
    .command('list')
    .description('list certificates with state, expiry, thumbprint and subject')
    .argument('[profile]', 'profile ID or exact name (default: all profiles)')
    .examples('clavis certificate list', 'clavis certificate list Acme --json')
    .runs((actions) => actions.listCertificates)
  certificate
    .command('confirm')
    .description('save the thumbprint that the portal shows for a certificate')
    .profile()
    .argument('<thumbprint>', 'thumbprint from the portal’s Security page, sent as the key ID (kid)')
    .option('--client-id <id>', 'also save the client ID that the portal shows')
    .confirm()
    .examples(
      'clavis certificate confirm Acme 0C52…9B',
      'clavis certificate confirm "Acme live" 0C52…9B --client-id acme-2 --confirm "Acme live"',
    )
    .runs((actions) => actions.confirmCertificate)
  certificate
    .command('activate')
    .description('use a certificate’s credential to sign token requests')
    .selection()
    .argument('[thumbprint]', 'SHA-1 or SHA-256 thumbprint, as hex or base64url')
    .option('--newest', 'activate the valid certificate that expires last; omit the thumbprint')
    .confirmSeveral()
    .examples(
      'clavis certificate activate Acme 0C:52:…:9B',
      'clavis certificate activate "Acme live" 0C52…9B --confirm "Acme live"',
      'clavis certificate activate --newest --match "Merchant *"',
    )
    .demand(
      ({ newest }, [, thumbprint]) => (thumbprint === undefined) === (newest === true),
      'specify a thumbprint or --newest, not both',
    )
    .runs((actions) => actions.activateCertificate)
}

function withImport(command: ClavisCommand): ClavisCommand {
  return command
    .option('--any', 'match the files to the keys of all profiles; omit the profile')
    .demand(({ any }, args) => any === true || args.length > 1, "missing required argument 'files'")
    .runs((actions) => actions.importFiles)
}

function addRecoveryCommands(key: ClavisCommand): void {
  const keyId = `key ID from “${key.context.commandLine} key list”`
  key
    .command('list')
    .description('list the private keys in the keychain, and profiles whose key is missing')
    .examples('clavis key list', 'clavis key list --json')
    .runs((actions) => actions.listKeys)
  key
    .command('attach')
    .description('add an unassigned key to a profile as a credential')
    .argument('<key>', keyId)
    .profile()
    .option('--confirm <name>', 'confirm by repeating the exact profile name')
    .examples('clavis key attach 5b0e… Acme', 'clavis key attach 5b0e… "Acme live" --confirm "Acme live"')
    .runs((actions) => actions.attachKey)
  key
    .command('delete')
    .description('delete an unassigned key from the keychain; cannot be undone')
    .argument('<key>', keyId)
    .option('--confirm <key>', 'confirm by repeating the key ID')
    .examples('clavis key delete 5b0e… --confirm 5b0e…')
    .runs((actions) => actions.deleteKey)
}

export function addExpiryCommand(program: ClavisCommand): void {
  program
    .command('expiry')
    .description(
      'check when each profile’s certificate expires; exit codes: 0 fine, 1 soon, 2 within 7 days or no valid one, 3 none needed',
    )
    .option('--within <days>', 'days that count as soon', wholeNumber(99_999), 30)
    .option('--profile <profile>', 'only this profile, by name or ID')
    .choice('--environment <environment>', 'only profiles of this environment', environments)
    .option('--ics <file>', 'also write all upcoming expiries and warnings to a calendar file')
    .examples(
      'clavis expiry',
      'clavis expiry --within 60 --environment production --json',
      'clavis expiry --ics certificates.ics',
    )
    .reads((actions) => actions.checkExpiry)
}
