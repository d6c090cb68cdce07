import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Credential } from '#shared/credentials/credential.ts'
import type { DiagnosisCause } from '#shared/diagnostics/diagnosis.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { startBlackHole } from '../../http/testing/black-hole.ts'
import { startProxyServer } from '../../http/testing/proxy-server.ts'
import type { TimeLimits } from '../../http/time-limits.ts'
import { keyAccount } from '../../keychain/keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import type { Ground } from './ground.ts'
import { makeServerCertificate, type ServerCertificate } from './server-certificates.ts'

/** Describes a fault, how it is planted, and what the doctor must find. */
export interface PlantedFault {
  readonly name: string
  /** Plants the fault. @returns the ID of the profile that has it */
  readonly plant: (ground: Ground) => Promise<string>
  /** The first cause. */
  readonly cause: DiagnosisCause['id'] | 'none'
  /** What the first cause says, if it depends on more than its id. */
  readonly what?: string
  /** The code of the failed token request; undefined if it succeeds. */
  readonly code?: ErrorCode
  /** Time limits, for faults that appear only after waiting. */
  readonly limits?: TimeLimits
}

async function active({ services }: Ground, profileId: string): Promise<Extract<Credential, { state: 'active' }>> {
  const found = (await services.credentials.list(profileId)).find((each) => each.state === 'active')
  if (found?.state !== 'active') throw new Error('no active credential')
  return found
}

/** Plants changed settings in a working profile. */
function withSettings(changes: Parameters<Ground['change']>[1]): PlantedFault['plant'] {
  return async (ground) => {
    const { id } = await ground.workingProfile()
    await ground.change(id, changes)
    return id
  }
}

/** Plants a token endpoint for a profile of the basic flavor. */
function answering(listener: (request: IncomingMessage, response: ServerResponse) => void): PlantedFault['plant'] {
  return async (ground) => {
    const origin = await ground.httpServer((request, response) => {
      request.resume()
      request.once('end', () => listener(request, response))
    })
    return (await ground.secretProfile({ tokenUrl: `${origin}/token` })).id
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Plants a token endpoint that sends only the error code, as many do, for a working profile. */
function refusingWith(error: string, changes: Parameters<Ground['change']>[1] = {}): PlantedFault['plant'] {
  return async (ground) => {
    const { id } = await ground.workingProfile()
    const origin = await ground.httpServer((_request, response) => json(response, 401, { error }))
    await ground.change(id, { tokenUrl: `${origin}/token`, ...changes })
    return id
  }
}

const good = { access_token: 'planted-token-value', token_type: 'Bearer', expires_in: 600 }

const settingFaults: PlantedFault[] = [
  { name: 'nothing is wrong', plant: withSettings({}), cause: 'none' },
  {
    name: 'a client ID that the portal does not know',
    plant: withSettings({ clientId: 'unknown' }),
    cause: 'client-id-unknown',
    code: 'token-refused',
  },
  {
    name: 'the other environment’s client ID',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const { clientId } = await ground.portal.tab('production')
      await ground.services.newProfile({ environment: 'production', tokenUrl: 'https://x.example/t', clientId })
      await ground.change(id, { clientId })
      return id
    },
    cause: 'client-id-of-other-environment',
    code: 'token-refused',
  },
  {
    name: 'the other environment’s key',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const own = await active(ground, id)
      const other = await ground.services.newProfile({
        ...{ environment: 'production', tokenUrl: 'https://x.example/t', clientId: 'production-client' },
      })
      await ground.services.profiles.changeCredentials(other.id, () => [{ ...own, profileId: other.id }])
      await ground.portal.remove('client-testing', own.certificate.thumbprint.sha1)
      return id
    },
    cause: 'key-of-other-environment',
    code: 'token-refused',
  },
  {
    name: 'a kid in lower case',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const { certificate } = await active(ground, id)
      await ground.change(id, { kid: certificate.thumbprint.sha1.toLowerCase() })
      return id
    },
    cause: 'kid-spelled-differently',
    code: 'token-refused',
  },
  {
    name: 'a kid with colons',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const { certificate } = await active(ground, id)
      await ground.change(id, { kid: (certificate.thumbprint.sha1.match(/../gu) ?? []).join(':') })
      return id
    },
    cause: 'kid-spelled-differently',
    code: 'token-refused',
  },
  {
    name: 'a thumbprint confirmed with colons, as OpenSSL writes it',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const { id: credentialId, certificate } = await active(ground, id)
      const pasted = (certificate.thumbprint.sha1.match(/../gu) ?? []).join(':')
      await ground.services.credentials.thumbprints.confirm(id, credentialId, pasted)
      return id
    },
    cause: 'kid-spelled-differently',
    code: 'token-refused',
  },
  {
    name: 'a kid in SHA-256 although the portal shows SHA-1',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const { certificate } = await active(ground, id)
      await ground.change(id, { kid: certificate.thumbprint.sha256 })
      return id
    },
    cause: 'kid-spelled-differently',
    code: 'token-refused',
  },
  {
    name: 'a kid of an unknown certificate',
    plant: withSettings({ kid: 'AB'.repeat(20) }),
    cause: 'kid-unknown',
    code: 'token-refused',
  },
  {
    name: 'the kid of another profile’s certificate',
    plant: async (ground) => {
      const other = await ground.workingProfile()
      const { certificate } = await active(ground, other.id)
      const { id } = await ground.workingProfile()
      await ground.portal.remove('client-testing', certificate.thumbprint.sha1)
      await ground.change(id, { kid: certificate.thumbprint.sha1 })
      return id
    },
    cause: 'kid-of-other-certificate',
    code: 'token-refused',
  },
  {
    name: 'a certificate that is not uploaded',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const { certificate } = await active(ground, id)
      await ground.portal.remove('client-testing', certificate.thumbprint.sha1)
      return id
    },
    cause: 'certificate-not-uploaded',
    code: 'token-refused',
  },
  {
    name: 'an aud with a trailing slash',
    plant: async (ground) => {
      const { id, tokenUrl } = await ground.workingProfile()
      await ground.change(id, { tokenUrl: `${tokenUrl}/` })
      return id
    },
    cause: 'token-url-slash',
    code: 'token-refused',
  },
  {
    name: 'the other environment’s audience',
    plant: withSettings({ audience: 'practice:uri:prod:payments' }),
    cause: 'audience-of-other-environment',
    code: 'token-refused',
  },
  {
    name: 'an invalid audience',
    plant: withSettings({ audience: 'payments' }),
    cause: 'audience-wrong',
    code: 'token-refused',
  },
  {
    name: 'a target parameter with another name',
    plant: withSettings({ targetParameter: 'resource' }),
    cause: 'parameter-name',
    code: 'token-refused',
  },
  {
    name: 'an unexpected client_id in the body',
    plant: withSettings({ extraTokenParameters: { unexpected: 'x' } }),
    cause: 'parameter-name',
    code: 'token-refused',
  },
]

const clockFaults: PlantedFault[] = [
  {
    name: 'a clock 90 seconds ahead',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      ground.services.advance(90_000)
      return id
    },
    cause: 'clock-wrong',
    code: 'token-refused',
  },
  {
    name: 'a clock 90 seconds behind',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      ground.services.advance(-90_000)
      return id
    },
    cause: 'clock-wrong',
    code: 'token-refused',
  },
  {
    name: 'an expired certificate',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      ground.services.advance(91 * dayMs)
      return id
    },
    cause: 'certificate-ended',
    code: 'certificate-expired',
  },
  {
    name: 'a certificate that is not valid yet',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      ground.services.advance(-2 * dayMs)
      return id
    },
    cause: 'certificate-not-yet-valid',
    code: 'certificate-not-yet-valid',
  },
]

const secretFaults: PlantedFault[] = [
  {
    name: 'a key missing in the keychain',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const own = await active(ground, id)
      await ground.services.keychain.remove(`key/${own.id}`)
      // A change of the profile clears the cached key.
      await ground.change(id, { includeJti: true })
      return id
    },
    cause: 'key-missing',
    code: 'keychain-entry-missing',
  },
  {
    name: 'a different key in the keychain',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const other = Secret.fromBytes(privateKey.export({ type: 'pkcs8', format: 'der' }))
      await ground.services.keychain.write(keyAccount((await active(ground, id)).id), other)
      // A change of the profile clears the cached key.
      await ground.change(id, { scopes: '' })
      return id
    },
    cause: 'key-missing',
    code: 'keychain-entry-damaged',
  },
  {
    name: 'no active credential',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      await ground.services.credentials.retire(id, (await active(ground, id)).id)
      return id
    },
    cause: 'no-active-credential',
    code: 'no-active-credential',
  },
  {
    name: 'only an expired certificate, which is not active',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const { activatedAt: _activatedAt, ...rest } = await active(ground, id)
      const { confirmation: _confirmation, ...imported } = rest
      await ground.services.profiles.changeCredentials(id, () => [{ ...imported, state: 'certificate-imported' }])
      ground.services.advance(91 * dayMs)
      return id
    },
    cause: 'no-active-credential',
    what: 'The profile has no active credential to sign token requests.',
    code: 'no-active-credential',
  },
  {
    name: 'no client secret',
    plant: async (ground) => {
      const { tokenUrl, clientId } = await ground.portal.tab('mock')
      return (await ground.services.newProfile({ flavor: 'basic', tokenUrl, clientId })).id
    },
    cause: 'client-secret-missing',
    code: 'no-client-secret',
  },
  {
    name: 'a wrong client secret',
    plant: async (ground) => {
      const { tokenUrl, clientId } = await ground.portal.tab('mock')
      return (await ground.secretProfile({ tokenUrl, clientId })).id
    },
    cause: 'client-secret-wrong',
    code: 'token-refused',
  },
]

const terseFaults: PlantedFault[] = [
  {
    name: 'invalid_client without a description',
    plant: refusingWith('invalid_client'),
    cause: 'certificate-not-uploaded',
    code: 'token-refused',
  },
  {
    name: 'invalid_scope',
    plant: refusingWith('invalid_scope', { scopes: 'a,b' }),
    cause: 'scope-wrong',
    code: 'token-refused',
  },
  { name: 'invalid_target', plant: refusingWith('invalid_target'), cause: 'audience-wrong', code: 'token-refused' },
  {
    name: 'invalid_grant',
    plant: refusingWith('invalid_grant'),
    cause: 'certificate-not-uploaded',
    code: 'token-refused',
  },
  {
    name: 'unauthorized_client',
    plant: refusingWith('unauthorized_client'),
    cause: 'client-not-allowed',
    code: 'token-refused',
  },
  {
    name: 'unsupported_grant_type',
    plant: refusingWith('unsupported_grant_type'),
    cause: 'token-url-wrong',
    code: 'token-refused',
  },
  {
    name: 'a required jti',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const origin = await ground.httpServer((_request, response) =>
        json(response, 400, { error: 'invalid_client', error_description: 'client_assertion must have a jti' }),
      )
      await ground.change(id, { tokenUrl: `${origin}/token` })
      return id
    },
    cause: 'jti-needed',
    code: 'token-refused',
  },
  {
    name: 'an unexpected aud',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const origin = await ground.httpServer((_request, response) =>
        json(response, 401, { error: 'invalid_client', error_description: 'unexpected aud' }),
      )
      await ground.change(id, { tokenUrl: `${origin}/token/` })
      return id
    },
    cause: 'token-url-slash',
    code: 'token-refused',
  },
  {
    name: 'an assertion with a long lifetime',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const origin = await ground.httpServer((_request, response) =>
        json(response, 401, { error: 'invalid_client', error_description: 'assertion lifetime too long' }),
      )
      await ground.change(id, { tokenUrl: `${origin}/token`, assertionLifetimeSeconds: 28_800 })
      return id
    },
    cause: 'assertion-lifetime',
    code: 'token-refused',
  },
]

const answerFaults: PlantedFault[] = [
  {
    name: 'a web page instead of JSON',
    plant: answering((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
    ),
    cause: 'gateway-page',
    code: 'response-not-json',
  },
  {
    name: 'truncated JSON',
    plant: answering((_request, response) => response.end('{"access_token":"x"')),
    cause: 'response-damaged',
    code: 'response-truncated',
  },
  {
    name: 'a connection that ends in the body',
    plant: answering((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"access')
      setTimeout(() => response.destroy(), 20)
    }),
    cause: 'response-damaged',
    code: 'network-interrupted',
  },
  {
    name: 'a damaged gzip body',
    plant: answering((_request, response) => {
      const packed = gzipSync('{"access_token":"x","token_type":"Bearer","expires_in":1}')
      packed[14] = (packed[14] ?? 0) ^ 0xff
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    }),
    cause: 'response-damaged',
    code: 'response-truncated',
  },
  {
    name: 'a damaged br body',
    plant: answering((_request, response) => {
      const packed = brotliCompressSync(JSON.stringify(good)).subarray(0, 12)
      response.writeHead(200, { 'content-encoding': 'br' }).end(packed)
    }),
    cause: 'response-damaged',
    code: 'response-truncated',
  },
  {
    name: 'a body with an unsupported encoding',
    plant: answering((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'zstd' }).end(Buffer.from('x')),
    ),
    cause: 'response-damaged',
    code: 'response-encoding-unsupported',
  },
  {
    name: 'a response of 65 MiB',
    plant: answering((_request, response) => {
      response.on('error', () => undefined)
      response.end(Buffer.alloc(65 * 1024 * 1024, 0x20))
    }),
    cause: 'response-too-large',
    code: 'response-too-large',
  },
  {
    name: 'a redirect',
    plant: answering((_request, response) =>
      response.writeHead(307, { location: 'https://elsewhere.example/token' }).end(),
    ),
    cause: 'redirected',
    code: 'redirect-refused',
  },
  {
    name: 'a status 500 without a body',
    plant: answering((_request, response) => response.writeHead(500).end()),
    cause: 'service-down',
    code: 'service-failed',
  },
  {
    name: 'a status 503 with a page',
    plant: answering((_request, response) =>
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Down</h1>'),
    ),
    cause: 'service-down',
    code: 'service-failed',
  },
  {
    name: 'a status 500 with an OAuth error',
    plant: answering((_request, response) =>
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"server_error"}'),
    ),
    cause: 'service-down',
    code: 'service-failed',
  },
  {
    name: 'a status 429 with Retry-After',
    plant: answering((_request, response) => response.writeHead(429, { 'retry-after': '30' }).end()),
    cause: 'rate-limited',
    code: 'service-rate-limited',
  },
  {
    name: 'a status 429 without Retry-After',
    plant: answering((_request, response) => response.writeHead(429).end()),
    cause: 'rate-limited',
    code: 'service-rate-limited',
  },
  {
    name: 'a token_type other than Bearer',
    plant: answering((_request, response) => json(response, 200, { ...good, token_type: 'mac' })),
    cause: 'token-response-unusable',
    code: 'token-response-invalid',
  },
  {
    name: 'no expires_in',
    plant: answering((_request, response) => json(response, 200, { ...good, expires_in: undefined })),
    cause: 'token-response-unusable',
    code: 'token-response-invalid',
  },
  {
    name: 'an expires_in of zero',
    plant: answering((_request, response) => json(response, 200, { ...good, expires_in: 0 })),
    cause: 'token-response-unusable',
    code: 'token-response-invalid',
  },
  {
    name: 'a negative expires_in',
    plant: answering((_request, response) => json(response, 200, { ...good, expires_in: -5 })),
    cause: 'token-response-unusable',
    code: 'token-response-invalid',
  },
  {
    name: 'an expires_in that is not a number',
    plant: answering((_request, response) => json(response, 200, { ...good, expires_in: 'soon' })),
    cause: 'token-response-unusable',
    code: 'token-response-invalid',
  },
  {
    name: 'an expires_in of centuries, which is usable',
    plant: answering((_request, response) => json(response, 200, { ...good, expires_in: 1e12 })),
    cause: 'none',
  },
  {
    name: 'an expires_in as text, which is usable',
    plant: answering((_request, response) => json(response, 200, { ...good, expires_in: '600' })),
    cause: 'none',
  },
  {
    name: 'a wrong content type, which is usable',
    plant: answering((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(good)),
    ),
    cause: 'none',
  },
]

/** Short timeouts, to keep the tests fast. */
const quick: TimeLimits = { connect: 500, headers: 500, body: 500, whole: 5000, firstPause: 10 }

const inspection = {
  ...makeServerCertificate({ commonName: 'Acme Inspection CA', isAuthority: true }),
  name: 'Acme Inspection CA',
}
const inspected = makeServerCertificate({ commonName: 'pay', hosts: ['pay.example.com'], issuer: inspection })
/** The certificate of a TLS-inspection proxy, valid for those who trust it. */
const trusted: ServerCertificate = { key: inspected.key, cert: inspected.cert + inspection.cert }

const networkFaults: PlantedFault[] = [
  {
    name: 'a port that nothing listens on',
    plant: async (ground) => {
      const port = await ground.socketServer(() => undefined)
      return (await ground.secretProfile({ tokenUrl: `http://127.0.0.1:${port === 1 ? 2 : 1}/token` })).id
    },
    cause: 'host-refuses',
    code: 'network-refused',
  },
  {
    name: 'an unknown host name',
    plant: async (ground) => (await ground.secretProfile({ tokenUrl: 'https://nowhere.invalid/token' })).id,
    cause: 'name-not-found',
    code: 'network-name-not-found',
  },
  {
    name: 'a self-signed server certificate',
    plant: async (ground) => {
      const own = makeServerCertificate({ commonName: 'self', hosts: ['127.0.0.1'] })
      return (await ground.secretProfile({ tokenUrl: `${await ground.tlsServer(own)}/token` })).id
    },
    cause: 'tls-untrusted',
    code: 'network-tls',
  },
  {
    name: 'a corporate TLS-inspection proxy',
    plant: async (ground) => {
      const authority = makeServerCertificate({ commonName: 'Acme Inspection CA', isAuthority: true })
      const issuer = { ...authority, name: 'Acme Inspection CA' }
      const leaf = makeServerCertificate({ commonName: 'pay', hosts: ['127.0.0.1'], issuer })
      const chained = { key: leaf.key, cert: leaf.cert + authority.cert }
      return (await ground.secretProfile({ tokenUrl: `${await ground.tlsServer(chained)}/token` })).id
    },
    cause: 'tls-intercepted',
    code: 'network-tls',
  },
  {
    name: 'an expired server certificate',
    plant: async (ground) => {
      const own = makeServerCertificate({ commonName: 'old', hosts: ['127.0.0.1'], from: -60, to: -30 })
      const { id } = await ground.secretProfile({ tokenUrl: `${await ground.tlsServer(own)}/token` })
      await ground.change(id, { certificateAuthorities: [own.cert] })
      return id
    },
    cause: 'tls-certificate-bad',
    code: 'network-tls',
  },
  {
    name: 'a server certificate of another host',
    plant: async (ground) => {
      const own = makeServerCertificate({ commonName: 'other', hosts: ['other.example'] })
      const { id } = await ground.secretProfile({ tokenUrl: `${await ground.tlsServer(own)}/token` })
      await ground.change(id, { certificateAuthorities: [own.cert] })
      return id
    },
    cause: 'tls-certificate-bad',
    code: 'network-tls',
  },
  {
    name: 'a server of TLS 1.1',
    plant: async (ground) => {
      const own = makeServerCertificate({ commonName: 'old', hosts: ['127.0.0.1'] })
      const old = { ...own, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
      return (await ground.secretProfile({ tokenUrl: `${await ground.tlsServer(old)}/token` })).id
    },
    cause: 'tls-too-old',
    code: 'network-tls',
  },
  {
    name: 'plain HTTP at an https address',
    plant: async (ground) => {
      const origin = await ground.httpServer((_request, response) => response.end('{}'))
      return (await ground.secretProfile({ tokenUrl: `${origin.replace('http:', 'https:')}/token` })).id
    },
    cause: 'tls-not-spoken',
    code: 'network-tls',
  },
  {
    name: 'a server that hangs up at once',
    plant: async (ground) => {
      const port = await ground.socketServer((socket) => socket.destroy())
      return (await ground.secretProfile({ tokenUrl: `http://127.0.0.1:${port}/token` })).id
    },
    cause: 'response-damaged',
    code: 'network-interrupted',
  },
  {
    name: 'a server that does not speak HTTP',
    plant: async (ground) => {
      const port = await ground.socketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
      return (await ground.secretProfile({ tokenUrl: `http://127.0.0.1:${port}/token` })).id
    },
    cause: 'response-damaged',
    code: 'network-interrupted',
  },
  {
    name: 'a proxy that asks for a password',
    plant: async (ground) => proxied(ground, { login: 'ada:x' }),
    cause: 'proxy-password',
    code: 'network-proxy-login-missing',
  },
  {
    name: 'a proxy that refuses',
    plant: async (ground) => proxied(ground, { refusal: 403 }),
    cause: 'proxy-refuses',
    code: 'network-proxy',
  },
  {
    name: 'a proxy that needs a password that is missing in the keychain',
    plant: async (ground) => proxied(ground, { login: 'ada:planted-secret-value' }, { proxyUser: 'ada' }),
    cause: 'proxy-password',
    code: 'network-proxy-login-missing',
  },
  {
    name: 'a proxy that refuses the password',
    plant: async (ground) => {
      const id = await proxied(ground, { login: 'ada:another' }, { proxyUser: 'ada' })
      await ground.services.proxyPasswords.set(id, Secret.fromText('planted-secret-value'))
      return id
    },
    cause: 'proxy-password-refused',
    code: 'network-proxy-login-refused',
  },
  {
    name: 'a proxy with an unsupported sign-in method',
    plant: async (ground) => proxied(ground, { login: 'ada:x', challenges: ['Negotiate', 'NTLM'] }),
    cause: 'proxy-sign-in-unknown',
    code: 'network-proxy',
  },
  {
    name: 'a proxy with the right password, which works',
    plant: async (ground) => {
      const id = await throughProxy(ground, trusted, { login: 'ada:planted-secret-value' }, { proxyUser: 'ada' })
      await ground.services.proxyPasswords.set(id, Secret.fromText('planted-secret-value'))
      return id
    },
    cause: 'none',
  },
  {
    name: 'a TLS-inspection proxy',
    plant: async (ground) => throughProxy(ground, trusted, {}, { certificateAuthorities: [] }),
    cause: 'tls-intercepted',
    code: 'network-tls',
  },
  {
    name: 'a proxy that refuses connections',
    plant: async (ground) => {
      const { id } = await ground.secretProfile({ tokenUrl: 'https://pay.example.com/token' })
      await ground.change(id, { proxy: 'http://127.0.0.1:1' })
      return id
    },
    cause: 'host-refuses',
    code: 'network-refused',
  },
  {
    name: 'a proxy with an unknown host name',
    plant: async (ground) => {
      const { id } = await ground.secretProfile({ tokenUrl: 'https://pay.example.com/token' })
      await ground.change(id, { proxy: 'http://proxy.invalid:3128' })
      return id
    },
    cause: 'name-not-found',
    code: 'network-name-not-found',
  },
  {
    name: 'an unknown host name that bypasses the proxy',
    plant: async (ground) => {
      const id = await proxied(ground, { refusal: 403 }, { proxyExceptions: '.invalid' })
      await ground.change(id, { tokenUrl: 'https://nowhere.invalid/token' })
      await ground.services.credentials.clientSecrets.set(id, Secret.fromText('planted-secret-value'))
      return id
    },
    cause: 'name-not-found',
    code: 'network-name-not-found',
  },
  {
    name: 'a connection without a reply',
    plant: async (ground) => {
      const hole = await startBlackHole()
      ground.ending(hole.end)
      return (await ground.secretProfile({ tokenUrl: `http://127.0.0.1:${hole.port}/token` })).id
    },
    cause: 'host-silent',
    code: 'network-timeout',
    limits: quick,
  },
  {
    name: 'a proxy without a reply',
    plant: async (ground) => proxied(ground, { isMute: true }),
    cause: 'host-silent',
    code: 'network-timeout',
    limits: quick,
  },
  {
    name: 'a missing first byte',
    plant: async (ground) => {
      const origin = await ground.httpServer(() => undefined)
      return (await ground.secretProfile({ tokenUrl: `${origin}/token` })).id
    },
    cause: 'host-silent',
    code: 'network-timeout',
    limits: quick,
  },
  {
    name: 'a body that stalls',
    plant: async (ground) => {
      const origin = await ground.httpServer((_request, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"access')
      })
      return (await ground.secretProfile({ tokenUrl: `${origin}/token` })).id
    },
    cause: 'host-silent',
    code: 'network-timeout',
    limits: quick,
  },
  {
    name: 'a handshake that stalls',
    plant: async (ground) => {
      const port = await ground.socketServer(() => undefined)
      return (await ground.secretProfile({ tokenUrl: `https://127.0.0.1:${port}/token` })).id
    },
    cause: 'host-silent',
    code: 'network-timeout',
    limits: quick,
  },
  {
    name: 'a handshake that is cut off',
    plant: async (ground) => {
      const port = await ground.socketServer((socket) => void socket.once('data', () => socket.destroy()))
      return (await ground.secretProfile({ tokenUrl: `https://127.0.0.1:${port}/token` })).id
    },
    cause: 'response-damaged',
    code: 'network-interrupted',
  },
]

type Conduct = Parameters<typeof startProxyServer>[0]

/** Creates a profile that uses a proxy with this behavior. */
async function proxied(
  ground: Ground,
  conduct: Conduct,
  changes: Parameters<Ground['change']>[1] = {},
): Promise<string> {
  const proxy = await startProxyServer(conduct)
  ground.ending(proxy.end)
  const { id } = await ground.secretProfile({ tokenUrl: 'https://pay.example.com/token' })
  await ground.change(id, { proxy: proxy.address, ...changes })
  return id
}

/** Creates a profile that uses a proxy with this behavior, and its token endpoint. */
async function throughProxy(
  ground: Ground,
  certificate: ServerCertificate,
  conduct: Conduct,
  changes: Parameters<Ground['change']>[1],
): Promise<string> {
  const origin = await ground.tlsServer(certificate, (request, response) => {
    request.resume()
    json(response, 200, good)
  })
  const leadsTo = Number(new URL(origin).port)
  return proxied(ground, { ...conduct, leadsTo }, { certificateAuthorities: [inspection.cert], ...changes })
}

const apiFaults: PlantedFault[] = [
  {
    name: 'an API that refuses without a body',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const origin = await ground.httpServer((_request, response) => response.writeHead(403).end())
      await ground.change(id, { apiBaseUrl: origin })
      return id
    },
    cause: 'api-permission',
  },
  {
    name: 'an API that rejects the token',
    plant: async (ground) => {
      const { id } = await ground.workingProfile()
      const origin = await ground.httpServer((_request, response) => response.writeHead(401).end())
      await ground.change(id, { apiBaseUrl: origin })
      return id
    },
    cause: 'api-token-refused',
  },
  {
    name: 'a missing API path',
    plant: withSettings({ helloPath: 'nowhere' }),
    cause: 'api-path-wrong',
  },
]

/** Lists all faults. */
export const plantedFaults: readonly PlantedFault[] = [
  ...settingFaults,
  ...clockFaults,
  ...secretFaults,
  ...terseFaults,
  ...answerFaults,
  ...networkFaults,
  ...apiFaults,
]
