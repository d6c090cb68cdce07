import { createPrivateKey, createPublicKey, randomUUID, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Tab } from '../state/practice-state.ts'

export interface TokenFacts {
  readonly tab: Tab
  readonly clientId: string
  readonly audience: string | undefined
  readonly scopes: string | undefined
}

/** A token response (service document, section 2). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly scope?: string
}

/** The lifetime in the document's example, seconds. */
const tokenLifetime = 28_800

/** Number of calls with one token while tokens expire early. */
const usesWhenEndingEarly = 5

const issuer = 'https://practice.clavis.invalid'

/** Issues and verifies access tokens: JWTs signed with the service's own key. */
export class AccessTokens {
  readonly #key: KeyObject
  readonly #publicKey: KeyObject
  readonly #now: () => number
  /** Calls by token id, counted only while tokens expire early. */
  readonly #uses = new Map<string, number>()

  constructor(keyPem: string, now: () => number) {
    this.#key = createPrivateKey(keyPem)
    this.#publicKey = createPublicKey(this.#key)
    this.#now = now
  }

  async issue({ tab, clientId, audience, scopes }: TokenFacts): Promise<TokenResponse> {
    const issuedAt = Math.floor(this.#now() / 1000)
    const scope = scopes === undefined ? {} : { scope: scopes }
    const token = await new SignJWT({ client_id: clientId, environment: tab, ...scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setSubject(clientId)
      .setAudience(audience ?? `practice:uri:${tab}:payments`)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenLifetime)
      .setJti(randomUUID())
      .sign(this.#key)
    return { access_token: token, token_type: 'Bearer', expires_in: tokenLifetime, ...scope }
  }

  /** Returns why a bearer token is not accepted for a tab's API; undefined if it is. */
  async refusal(authorization: string | undefined, tab: Tab, endsEarly: boolean): Promise<string | undefined> {
    if (authorization === undefined) return 'The header “Authorization: Bearer …” is missing.'
    const token = /^Bearer +(?<token>[A-Za-z0-9._~+/-]+=*)$/iu.exec(authorization)?.groups?.['token']
    if (token === undefined) return 'The header “Authorization” has no bearer token (RFC 6750 §2.1).'
    try {
      const { payload } = await jwtVerify(token, this.#publicKey, {
        algorithms: ['RS256'],
        typ: 'at+jwt',
        issuer,
        currentDate: new Date(this.#now()),
      })
      if (payload['environment'] !== tab) return 'The token belongs to another environment.'
      return this.#isUsedUp(payload.jti ?? '', endsEarly) ? 'The token has expired.' : undefined
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token was not issued by this service.'
    }
  }

  #isUsedUp(tokenId: string, endsEarly: boolean): boolean {
    if (!endsEarly) {
      this.#uses.clear()
      return false
    }
    const uses = (this.#uses.get(tokenId) ?? 0) + 1
    this.#uses.set(tokenId, uses)
    return uses > usesWhenEndingEarly
  }
}
