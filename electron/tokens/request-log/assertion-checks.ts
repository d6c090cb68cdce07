import { recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { backDatingSeconds } from '../assertion.ts'
import {
  failed,
  judged,
  setOtherwise,
  passed,
  notChecked,
  shown,
  signsAssertion,
  type Rules,
  type Finding,
} from './check.ts'
import type { LoggedFacts } from './logged-facts.ts'

/** The claims that the document names. */
const documented = ['iat', 'exp', 'expires_in', 'sub', 'iss', 'aud', 'nbf', 'jti']

/** The lifetime of the document's reference implementation, seconds. */
const referenceLifetime = 30

/** Maximum difference of an assertion's time from the clock, seconds: the time to create it. */
const timeToMake = 2

const isFor = signsAssertion

/** How the assertion must be: its header, its claims, its signature. */
export const assertionRules: Rules = {
  alg: {
    part: 'header',
    source: 'Section 2',
    rule: 'alg is RS256.',
    isFor,
    judge: ({ header }) => judged(header?.['alg'] === 'RS256', header?.['alg']),
  },
  kid: {
    part: 'header',
    source: 'Sections 2 and 5.2',
    isFor,
    rule: 'kid is the uploaded certificate’s Thumbprint, exactly as the portal shows it.',
    judge: judgeKid,
  },
  'header-members': {
    part: 'header',
    source: 'Section 2',
    isFor,
    rule: 'The header contains only alg and kid.',
    judge: ({ header = {} }) => {
      const further = Object.keys(header).filter((name) => name !== 'alg' && name !== 'kid')
      if (further.length === 0) return passed('No other fields.')
      return further.join() === 'typ' && header['typ'] === 'JWT'
        ? passed('It also contains typ “JWT”, which RFC 7519 allows.')
        : failed(`It also contains ${further.join(', ')}.`)
    },
  },
  iat: {
    part: 'claims',
    source: 'Section 2',
    isFor,
    rule: 'iat is the creation time in Unix seconds.',
    judge: judgeIssuedAt,
  },
  nbf: {
    part: 'claims',
    source: 'Section 2',
    rule: 'nbf equals iat.',
    isFor,
    judge: ({ claims: { nbf, iat } = {} }) => judged(nbf === iat && isSeconds(nbf), nbf),
  },
  exp: {
    part: 'claims',
    source: 'Section 2',
    rule: 'exp is iat plus the lifetime.',
    isFor,
    judge: ({ claims = {} }) => {
      const { iat, exp, expires_in: lifetime } = claims
      if (!isSeconds(iat) || !isSeconds(exp)) return failed(`It is ${shown(exp)}.`)
      return exp === iat + Number(lifetime)
        ? passed(`It is ${exp - iat} seconds after iat.`)
        : failed(`It is ${exp - iat} seconds after iat, but expires_in is ${shown(lifetime)}.`)
    },
  },
  expires_in: {
    part: 'claims',
    source: 'Section 2',
    rule: 'expires_in is the lifetime in seconds.',
    isFor,
    judge: ({ claims: { expires_in: lifetime } = {} }) => judged(isSeconds(lifetime) && lifetime > 0, lifetime),
  },
  lifetime: {
    part: 'claims',
    source: 'Sections 2 and 8',
    isFor,
    rule: `The lifetime is ${referenceLifetime} seconds, as in the reference implementation.`,
    judge: ({ claims = {}, profile }) => {
      const { iat, exp } = claims
      if (!isSeconds(iat) || !isSeconds(exp)) return failed('The claims don’t state it.')
      const lifetime = exp - iat
      if (lifetime === referenceLifetime) return passed(`It is ${lifetime} seconds.`)
      return lifetime === profile.assertionLifetimeSeconds
        ? setOtherwise(`It is ${lifetime} seconds`)
        : failed(`It is ${lifetime} seconds.`)
    },
  },
  sub: {
    part: 'claims',
    source: 'Sections 2 and 5.2',
    rule: 'sub is the client ID.',
    isFor,
    judge: ({ claims: { sub } = {}, profile }) => judged(sub === profile.clientId, sub),
  },
  iss: {
    part: 'claims',
    source: 'Section 2',
    rule: 'iss is the client ID, the same as sub.',
    isFor,
    judge: ({ claims: { iss, sub } = {}, profile }) => judged(iss === profile.clientId && iss === sub, iss),
  },
  aud: {
    part: 'claims',
    source: 'Section 2',
    rule: 'aud is exactly the token URL.',
    isFor,
    judge: ({ claims, request }) =>
      claims?.['aud'] === request.url
        ? passed(`It is ${request.url}.`)
        : failed(`It is ${shown(claims?.['aud'])}, but the request goes to ${request.url}.`),
  },
  jti: {
    part: 'claims',
    source: 'Section 2',
    isFor,
    rule: 'jti is omitted unless the profile turns it on.',
    judge: ({ claims, profile }) => {
      const jti = claims?.['jti']
      if (jti === undefined) return passed('It is omitted.')
      if (typeof jti !== 'string' || jti === '') return failed(`It is ${shown(jti)}.`)
      return profile.includeJti ? setOtherwise('It is present') : failed('It is present.')
    },
  },
  claims: {
    part: 'claims',
    source: 'Section 2',
    isFor,
    rule: 'The assertion contains only the documented claims.',
    judge: ({ claims = {} }) => {
      const further = Object.keys(claims).filter((name) => !documented.includes(name))
      return further.length === 0 ? passed('No other claims.') : failed(`It also contains ${further.join(', ')}.`)
    },
  },
  signature: {
    part: 'claims',
    source: 'Sections 2 and 5.2',
    isFor,
    rule: 'The assertion is signed with the certificate’s private key (RSA, SHA-256).',
    judge: ({ signature }) => {
      switch (signature) {
        case 'fits':
          return passed('The certificate’s public key verifies it.')
        case 'does-not-fit':
          return failed('The certificate’s public key does not verify it.')
        case 'none':
          return notChecked('Not signed until the request is sent.')
      }
    },
  },
}

function judgeKid({ header, certificate, profile }: LoggedFacts): Finding {
  const kid = header?.['kid']
  if (typeof kid !== 'string') return failed(`It is ${shown(kid)}.`)
  if (certificate === undefined) return failed(`It is ${shown(kid)}, but no credential is active.`)
  const { confirmed, thumbprint } = certificate
  if (confirmed !== undefined && kid === confirmed) return passed(`It is ${kid}, as pasted from the portal.`)
  if (recognizeThumbprint(kid, thumbprint) === undefined)
    return failed(`It is ${shown(kid)}, which is not this certificate’s thumbprint.`)
  if (confirmed !== undefined) return failed(`It is ${shown(kid)}, but the portal shows “${confirmed}”.`)
  return profile.kid === '' || kid === thumbprint.sha1
    ? passed(`It is ${kid}, not yet compared with the portal’s Thumbprint.`)
    : setOtherwise(`It is ${shown(kid)}, this certificate’s thumbprint but not as SHA-1 in hex`)
}

function judgeIssuedAt({ claims, madeAt, profile }: LoggedFacts): Finding {
  const iat = claims?.['iat']
  if (!isSeconds(iat)) return failed(`It is ${shown(iat)}.`)
  const backDating = backDatingSeconds(profile.assertionLifetimeSeconds)
  const late = Math.floor(madeAt / 1000) - iat
  if (late >= -timeToMake && late <= backDating + timeToMake)
    return passed(
      `It is ${iat}, ${new Date(iat * 1000).toISOString()}, back-dated by ${backDating} seconds for services whose clock is behind.`,
    )
  const words = `${Math.abs(late)} seconds ${late > 0 ? 'behind' : 'ahead of'} this computer’s clock`
  return profile.followServiceClock
    ? setOtherwise(`It follows the service’s clock, ${words}`)
    : failed(`It is ${words}.`)
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
