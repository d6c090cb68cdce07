/** Returns why a file of this format can't be read, with the command that converts it. `FILE` stands for its name. */
function conversion(what: string, command: string, to = 'PEM'): string {
  return `It is ${what}. Convert it to ${to} first: ${command}`
}

export const openSshKey = conversion('a private key in OpenSSH’s own format', 'ssh-keygen -p -m PKCS8 -f COPY-OF-FILE')

export const onlyPublicKey = 'It is only a public key. Import the private key or the certificate.'

const javaKeystore = conversion(
  'a Java keystore',
  'keytool -importkeystore -srckeystore FILE -destkeystore FILE.p12 -deststoretype PKCS12',
  'PKCS#12',
)

/** Formats by how their files start; bytes as Latin-1. The commands ask for a passphrase if there is one. */
const byStart: readonly (readonly [start: string, reason: string])[] = [
  // JKS and JCEKS.
  ['\u00FE\u00ED\u00FE\u00ED', javaKeystore],
  ['\u00CE\u00CE\u00CE\u00CE', javaKeystore],
  [
    '\u001E\u00F1\u00B5\u00B0',
    conversion(
      'a private key in Microsoft’s PVK format',
      'openssl rsa -inform PVK -in FILE -out FILE.pem -provider legacy -provider default',
    ),
  ],
  [
    'PuTTY-User-Key-File-',
    conversion(
      'a private key of PuTTY',
      'puttygen FILE -O private-openssh -o FILE.pem (on Windows: PuTTYgen, Conversions, Export OpenSSH key)',
    ),
  ],
  ['---- BEGIN SSH2 PUBLIC KEY ----', onlyPublicKey],
  [
    '---- BEGIN SSH2 ',
    conversion(
      'a private key in the format of SSH2',
      'umask 077; ssh-keygen -i -f FILE > FILE.pem (if it has a passphrase: puttygen FILE -O private-openssh -o FILE.pem)',
    ),
  ],
]

/**
 * Names the format of a file that Clavis does not read although it can contain a key, and the command that converts it; `undefined` for
 * any other.
 * @param text of the bytes
 */
export function otherFormat(bytes: Buffer, text: string): string | undefined {
  const start = text.trimStart()
  const known = byStart.find(([magic]) =>
    [start, bytes.toString('latin1', 0, 4)].some((each) => each.startsWith(magic)),
  )
  if (known !== undefined) return known[1]
  if (start.startsWith('<') && text.includes('<RSAKeyValue>'))
    return text.includes('<D>') ? conversion('an RSA key as XML of .NET', ofXml) : onlyPublicKey
  // The start of PEM in base64.
  if (/\bkind["']?\s*:\s*["']?Secret\b/u.test(text) && text.includes('LS0tLS1CRUdJTi'))
    return conversion('a Secret of Kubernetes', ofSecret)
  return undefined
}

const ofXml =
  "umask 077; pwsh -c '$key = [Security.Cryptography.RSA]::Create(); $key.FromXmlString((Get-Content -Raw FILE)); $key.ExportPkcs8PrivateKeyPem()' > FILE.pem"

const ofSecret =
  'umask 077; grep -oE "LS0tLS1CRUdJTi[A-Za-z0-9+/=]+" FILE | while read -r each; do echo "$each" | base64 -d; done > FILE.pem'
