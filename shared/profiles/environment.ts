/** Environments of the service (service document, section 1). */
export const environments = ['mock', 'client-testing', 'production'] as const
export type Environment = (typeof environments)[number]

/** OAuth flavors of profiles (service document, section 1). */
export const flavors = ['basic', 'jwt', 'legacy'] as const
export type Flavor = (typeof flavors)[number]

/** Mock supports basic; Client Testing and Production support jwt or legacy (service document, sections 1 and 5). */
export const flavorsOfEnvironment: Readonly<Record<Environment, readonly [Flavor, ...Flavor[]]>> = {
  mock: ['basic'],
  'client-testing': ['jwt', 'legacy'],
  production: ['jwt', 'legacy'],
}

/** How the client authenticates at the token endpoint (OAuth 2.0 names, RFC 7591 §2, RFC 8705 §2.1.1). */
export const clientAuthentications = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'tls_client_auth',
] as const
export type ClientAuthentication = (typeof clientAuthentications)[number]

/** The first of each is the flavor's default. */
export const clientAuthenticationsOfFlavor: Readonly<
  Record<Flavor, readonly [ClientAuthentication, ...ClientAuthentication[]]>
> = {
  basic: ['client_secret_basic', 'client_secret_post'],
  jwt: ['private_key_jwt'],
  legacy: ['tls_client_auth', 'private_key_jwt'],
}

/** Whether profiles of a flavor request tokens with a key and its certificate; the others have a client secret. */
export function needsCertificate({ flavor }: { readonly flavor: Flavor }): boolean {
  return flavor !== 'basic'
}

/** Whether a profile sends its certificate, with the chain, in TLS; the others sign with the key alone. */
export function sendsChain({ clientAuthentication }: { readonly clientAuthentication: ClientAuthentication }): boolean {
  return clientAuthentication === 'tls_client_auth'
}

export const environmentNames: Readonly<Record<Environment, string>> = {
  mock: 'Mock',
  'client-testing': 'Client Testing',
  production: 'Production',
}

export const flavorNames: Readonly<Record<Flavor, string>> = {
  basic: 'Basic OAuth',
  jwt: 'OAuth with JWT',
  legacy: 'Legacy OAuth',
}
