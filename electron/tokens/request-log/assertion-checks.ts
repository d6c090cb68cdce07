import { recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { backDatingSeconds } from '../assertion.ts'
import { failed, setOtherwise, passed, shown, signsAssertion, type Rules, type Finding } from './check.ts'
import type { LoggedFacts } from './logged-facts.ts'

/** The lifetime of the document's reference implementation, seconds. */
const referenceLifetime = 30

/** Maximum difference of an assertion's time from the clock, seconds: the time to create it. */
const timeToMake = 2

const isFor = signsAssertion

/**
 * How the assertion must be, as far as settings and clocks decide it. What Clavis signs whatever the settings are is
 * tested with the code that does.
 */
export const assertionRules: Rules = {
  kid: {
    part: 'header',
    source: 'Sections 2 and 5.2',
    isFor,
    rule: 'kid is the uploaded certificate’s Thumbprint, exactly as the portal shows it.',
    judge: judgeKid,
  },
  iat: {
    part: 'claims',
    source: 'Section 2',
    isFor,
    rule: 'iat is the creation time in Unix seconds.',
    judge: judgeIssuedAt,
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
