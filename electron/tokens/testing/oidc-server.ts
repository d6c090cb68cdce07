import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TLSSocket, type TlsOptions } from 'node:tls'
import Provider, { errors } from 'oidc-provider'
import { makeServerCertificate } from '../../diagnostics/testing/server-certificates.ts'

/** The one resource that the server knows (RFC 8707), and its one scope. */
export const knownResource = 'acme:uri:sandbox:payments'
export const knownScope = 'payments:read'

/** A scope that the server has for other clients. */
export const foreignScope = 'payments:write'

interface Wanted {
  /** The registered client (RFC 7591 §2). */
  readonly client: object
  /** Whom it trusts to issue client certificates, PEM; without one it asks for no certificate. */
  readonly clientRoot?: string
  /** For example, how it requires that certificate. */
  readonly tls?: TlsOptions
}

/** A third party's authorization server over https. */
export interface OidcServer {
  readonly tokenUrl: string
  /** The issuer of its own certificate, PEM. */
  readonly authority: string
  /** Reasons for refusals, which its responses don't have. */
  readonly refusals: string[]
  readonly end: () => Promise<void>
}

/** Starts the server on the loopback address. */
export async function startOidcServer({ client, clientRoot, tls = {} }: Wanted): Promise<OidcServer> {
  const authority = makeServerCertificate({ commonName: 'Server Root', isAuthority: true })
  const own = makeServerCertificate({
    ...{ commonName: 'login', hosts: ['127.0.0.1'] },
    issuer: { ...authority, name: 'Server Root' },
  })
  const server = createServer({
    ...own,
    ...(clientRoot === undefined ? {} : { ca: clientRoot, requestCert: true, rejectUnauthorized: false }),
    ...tls,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(origin, {
    clients: [{ grant_types: ['client_credentials'], redirect_uris: [], response_types: [], ...client }],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'tls_client_auth'],
    scopes: [knownScope, foreignScope],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      mTLS: {
        ...{ enabled: true, tlsClientAuth: true },
        getCertificate: (context: Context) => peerOf(context)?.toString(),
        certificateAuthorized: ({ socket }: Context) => socket instanceof TLSSocket && socket.authorized,
        certificateSubjectMatches: (context: Context, _property: string, expected: string) =>
          peerOf(context)?.subject.split('\n').join(',') === expected,
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: Context, resource: string) => {
          if (resource !== knownResource) throw new errors.InvalidTarget()
          return {
            ...{ scope: knownScope, audience: knownResource, accessTokenFormat: 'jwt', accessTokenTTL: 28_800 },
            jwt: { sign: { alg: 'RS256' } },
          }
        },
      },
    },
  })
  const refusals: string[] = []
  provider.on('grant.error', (_context, error) =>
    refusals.push(String((error as { error_detail?: string }).error_detail)),
  )
  server.on('request', provider.callback())
  return {
    tokenUrl: `${origin}/token`,
    authority: authority.cert,
    refusals,
    end: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Context {
  readonly socket: unknown
}

function peerOf({ socket }: Context): ReturnType<TLSSocket['getPeerX509Certificate']> {
  return socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
}
