import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { usableValidity, validityOf } from '#shared/expiry/expiry.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import { certify, newServerCertificate, type WantedCertificate } from '../diagnostics/testing/new-certificate.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'

// Client certificates with several ways to a root, as after a renewal or with a cross certificate. OpenSSL and a TLS
// server that trusts one of the roots decide whether what Clavis sends is good.

const company = newServerCertificate({ commonName: 'Server Root', isAuthority: true })
const oldRoot = authority({ commonName: 'Old Root', to: -1 })
const newRoot = authority({ commonName: 'New Root', to: 900 })
const gone = authority({ commonName: 'Gone', issuer: oldRoot, to: -2 })
const issuing = authority({ commonName: 'Issuing', issuer: newRoot, to: 500 })
const pems = {
  leaf: newServerCertificate({ commonName: 'client', issuer: issuing, to: 300 }),
  issuing,
  newRoot,
  /** The new root before it was renewed with the same key. */
  agedRoot: again(newRoot, { to: -1 }),
  oldRoot,
  gone,
  /** The new root's key, certified by the old root. */
  cross: again(newRoot, { issuer: oldRoot, to: 400 }),
  agedCross: again(newRoot, { issuer: oldRoot, to: -3 }),
  crossOfGone: again(newRoot, { issuer: gone, to: 1000 }),
  agedIssuing: again(issuing, { issuer: newRoot, to: -4 }),
}
type Name = keyof typeof pems

function authority(wanted: WantedCertificate): { name: string; cert: string; key: string } {
  return { ...newServerCertificate({ ...wanted, isAuthority: true, from: -400 }), name: wanted.commonName }
}

function again({ name, key }: { name: string; key: string }, wanted: Partial<WantedCertificate>): { cert: string } {
  return certify(createPrivateKey(key), { ...wanted, commonName: name, isAuthority: true, from: -400 })
}

let services: TestServices
let profileId: string
let end: () => Promise<unknown>

beforeEach(async () => {
  services = await startTestServices()
  const own = newServerCertificate({
    commonName: 'login',
    hosts: ['127.0.0.1'],
    issuer: { ...company, name: 'Server Root' },
  })
  const server = createServer({ ...own, ca: newRoot.cert, requestCert: true }, (_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', expires_in: 600 })),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  end = async () => {
    server.closeAllConnections()
    server.close()
    await services.end()
  }
  const tokenUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/token`
  const mutual = { flavor: 'legacy', clientAuthentication: 'tls_client_auth' } as const
  const profile = await services.newProfile({ ...mutual, tokenUrl, certificateAuthorities: [company.cert] })
  profileId = profile.id
})
afterEach(() => end())

const importFile = (names: readonly Name[], more = '') =>
  services.credentials.imports.import([contentOfText(names.map((name) => pems[name].cert).join('') + more)], {
    profileId,
  })

async function certificate(): Promise<NonNullable<ReturnType<typeof certificateOf>>> {
  const found = certificateOf((await services.credentials.list(profileId))[0])
  if (found === undefined) throw new Error('no certificate')
  return found
}

async function activate(): Promise<void> {
  const [{ id } = { id: '' }] = await services.credentials.list(profileId)
  await services.credentials.activate(profileId, id)
}

/** Returns what is sent, which OpenSSL accepts with the new root alone. */
async function verified(): Promise<string[]> {
  const { certificateChainPem } = await services.credentials.signingKeys.active(await services.profiles.get(profileId))
  const files = { root: newRoot.cert, sent: certificateChainPem }
  for (const [name, pem] of Object.entries(files)) await writeFileAtomically(join(services.folder, name), pem)
  execFileSync('openssl', ['verify', '-CAfile', 'root', '-untrusted', 'sent', 'sent'], { cwd: services.folder })
  return certificateChainPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/gu) ?? []
}

const sentNames = async (): Promise<(string | undefined)[]> =>
  (await verified()).map((pem) => Object.entries(pems).find(([, { cert }]) => cert.replaceAll('\r', '') === pem)?.[0])

test.each<{ what: string; file: Name[]; sent: Name[] }>([
  { what: 'its root has expired', file: ['leaf', 'issuing', 'agedRoot'], sent: ['leaf', 'issuing'] },
  {
    what: 'the root above a cross certificate has expired',
    file: ['leaf', 'issuing', 'cross', 'oldRoot'],
    sent: ['leaf', 'issuing', 'cross'],
  },
  {
    what: 'a cross certificate has expired',
    file: ['newRoot', 'oldRoot', 'agedCross', 'issuing', 'leaf'],
    sent: ['leaf', 'issuing'],
  },
  {
    what: 'the issuer of a cross certificate has expired, which itself expires last',
    file: ['leaf', 'issuing', 'crossOfGone', 'gone', 'oldRoot', 'newRoot'],
    sent: ['leaf', 'issuing'],
  },
  {
    what: 'an issuer has expired that was renewed',
    file: ['newRoot', 'issuing', 'agedIssuing', 'leaf'],
    sent: ['leaf', 'issuing'],
  },
])('Mutual TLS: gets a token although $what', async ({ file, sent }) => {
  expect(await importFile(file, pems.leaf.key)).not.toMatchObject([{ warning: expect.anything() }])
  expect(validityOf(await certificate())).not.toHaveProperty('expiringIssuer')
  await activate()
  expect(await sentNames()).toEqual(sent)
  expect(await services.tokens.get(profileId, { renew: true })).toMatchObject({ kind: 'held' })
})

test.each<{ what: string; file: Name[]; issuer: string; renewed: Name[] }>([
  {
    what: 'a cross certificate',
    file: ['leaf', 'issuing', 'agedCross', 'oldRoot'],
    issuer: 'New Root',
    renewed: ['newRoot'],
  },
  {
    what: 'the issuer of a cross certificate',
    file: ['leaf', 'issuing', 'crossOfGone', 'gone', 'oldRoot'],
    issuer: 'Gone',
    renewed: ['newRoot'],
  },
])(
  'Mutual TLS: if $what on the only way to a root has expired, it is named, and the service decides',
  async (given) => {
    const parts = await importFile(given.file, pems.leaf.key)
    expect(parts).toMatchObject([{ warning: expect.stringContaining(`issuer “${given.issuer}” expired`) }])
    await activate()
    await verified()
    expect(await services.tokens.get(profileId, { renew: true })).toMatchObject({ kind: 'held' })
    expect(validityOf(await certificate())).toHaveProperty('expiringIssuer', `CN=${given.issuer}`)
    expect(usableValidity(await certificate())).not.toHaveProperty('expiringIssuer')
    await importFile(given.renewed)
    expect(validityOf(await certificate())).not.toHaveProperty('expiringIssuer')
  },
)

test('Mutual TLS: is not possible if its own issuer has expired, until the renewed one is imported', async () => {
  const parts = await importFile(['leaf', 'agedIssuing', 'newRoot'], pems.leaf.key)
  expect(parts).toMatchObject([{ warning: expect.stringContaining('issuer “Issuing” expired') }])
  expect(usableValidity(await certificate())).toHaveProperty('expiringIssuer', 'CN=Issuing')
  await expect(activate()).rejects.toMatchObject({
    code: 'certificate-expired',
    message: expect.stringContaining('issuer “Issuing” expired'),
  })
  await importFile(['issuing'])
  await activate()
  await verified()
  expect(await services.tokens.get(profileId, { renew: true })).toMatchObject({ kind: 'held' })
})

test('Mutual TLS: a renewed root takes the place of the expired one in the chain', async () => {
  await importFile(['leaf', 'issuing', 'agedRoot'], pems.leaf.key)
  expect(await importFile(['newRoot'])).toMatchObject([{ kind: 'chain-extended', credentials: 1 }])
  expect((await certificate()).chain).toEqual([issuing, newRoot].map(({ cert }) => cert.replaceAll('\r', '')))
})

test('Profile: after a change to mutual TLS, which sends the chain, an expired issuer counts, and before not', async () => {
  const [signing, mutual] = ['private_key_jwt', 'tls_client_auth'] as const
  const use = (clientAuthentication: typeof signing | typeof mutual) =>
    services.profiles.changeSettings(profileId, (before) => ({ ...before, clientAuthentication }))
  await use(signing)
  const parts = await importFile(['leaf', 'agedIssuing', 'newRoot'], pems.leaf.key)
  expect(parts).not.toMatchObject([{ warning: expect.anything() }])
  await activate()
  expect(validityOf(await certificate())).not.toHaveProperty('expiringIssuer')
  await use(mutual)
  expect(validityOf(await certificate())).toHaveProperty('expiringIssuer', 'CN=Issuing')
  await expect(services.tokens.get(profileId, { renew: true })).rejects.toMatchObject({ code: 'certificate-expired' })
  await use(signing)
  expect(validityOf(await certificate())).not.toHaveProperty('expiringIssuer')
})
