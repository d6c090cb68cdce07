import { createPrivateKey, createPublicKey, randomUUID, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Tab } from './practice-state.ts'

/** What a token says. */
export interface TokenFacts {
  readonly tab: Tab
  readonly clientId: string
  readonly audience: string | undefined
  readonly scopes: string | undefined
}

/** The lifetime of the document's sample, seconds. */
export const tokenLifetime = 28_800

/** How many calls a token is good for while tokens end early. */
const usesWhenEndingEarly = 5

const issuer = 'https://practice.clavis.invalid'

/** Makes and checks access tokens: JWTs signed by the service's own key. */
export class AccessTokens {
  readonly #key: KeyObject
  readonly #publicKey: KeyObject
  readonly #now: () => number
  readonly #uses = new Map<string, number>()

  constructor(keyPem: string, now: () => number) {
    this.#key = createPrivateKey(keyPem)
    this.#publicKey = createPublicKey(this.#key)
    this.#now = now
  }

  issue({ tab, clientId, audience, scopes }: TokenFacts): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000)
    return new SignJWT({
      client_id: clientId,
      environment: tab,
      ...(scopes === undefined ? {} : { scope: scopes }),
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setSubject(clientId)
      .setAudience(audience ?? `practice:uri:${tab}:payments`)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenLifetime)
      .setJti(randomUUID())
      .sign(this.#key)
  }

  /** Why a bearer token is not accepted for a tab's API; undefined where it is. */
  async refusal(authorization: string | undefined, tab: Tab, endsEarly: boolean): Promise<string | undefined> {
    const token = /^Bearer (?<token>[^\s]+)$/u.exec(authorization ?? '')?.groups?.['token']
    if (token === undefined) return 'The header “Authorization: Bearer …” is missing.'
    try {
      const { payload } = await jwtVerify(token, this.#publicKey, { issuer, currentDate: new Date(this.#now()) })
      if (payload['environment'] !== tab) return 'The token belongs to another environment.'
      const uses = (this.#uses.get(payload.jti ?? '') ?? 0) + 1
      this.#uses.set(payload.jti ?? '', uses)
      return endsEarly && uses > usesWhenEndingEarly ? 'The token has expired.' : undefined
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED'
        ? 'The token has expired.'
        : 'The token is not one of this service.'
    }
  }
}
