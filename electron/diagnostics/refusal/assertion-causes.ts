import type { Profile } from '#shared/profiles/profile.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import { differs, isOff, type ClockOffset } from '../../http/service-clocks.ts'
import { backDatingSeconds } from '../../tokens/assertion.ts'
import type { DiagnosisFacts, Refusal, Suspicion } from '../facts.ts'

/** Maximum assertion lifetime that strict servers accept, seconds. */
const maxStrictLifetime = 300

const timeWords = /expired|\bexp\b|\biat\b|\bnbf\b|clock|future|not yet|time/u

/** Finds a clock that makes the assertion’s times wrong. */
export function clockCauses({ clock, own }: DiagnosisFacts, { message }: Refusal): Suspicion[] {
  const mentionsTime = timeWords.test(message)
  // A strict service refuses for a difference that most accept.
  if (clock === undefined || !(isOff(clock) || (mentionsTime && differs(clock))))
    return mentionsTime
      ? [
          {
            id: 'clock-wrong',
            weight: 45,
            what: 'This computer’s clock is wrong, or the assertion’s lifetime is too short.',
            evidence: ['The response mentions a time.'],
            remedy: 'Check the clock, and increase the assertion’s lifetime if responses are slow.',
            place: 'edit-profile',
            field: 'assertionLifetimeSeconds',
          },
        ]
      : []
  const seconds = Math.abs(Math.round(clock.offset / 100) / 10)
  const isBeyond = exceedsAssertions(clock, own.profile)
  return [
    {
      id: 'clock-wrong',
      weight: isBeyond ? 98 : mentionsTime ? 90 : 55,
      place: 'edit-profile',
      field: 'followServiceClock',
      what: `The service’s clock is ${seconds} seconds ${clock.offset > 0 ? 'ahead of' : 'behind'} this computer’s.`,
      evidence: [`Assertions are valid for ${own.profile.assertionLifetimeSeconds} seconds.`],
      remedy:
        'Synchronize this computer’s clock with a time server. If the service’s clock is wrong, turn on “Use the server’s time”.',
    },
  ]
}

/** Returns whether assertions are in the future, or expired, by the service's clock. */
export function exceedsAssertions(
  { offset }: ClockOffset,
  { assertionLifetimeSeconds: lifetime }: Pick<Profile, 'assertionLifetimeSeconds'>,
): boolean {
  const left = offset > 0 ? lifetime - backDatingSeconds(lifetime) : lifetime
  return Math.abs(offset) > Math.min(30, left) * 1000
}

/** Finds a key ID or key that the service does not know the certificate of. */
export function kidCauses(
  { kidOwner, kid, active, own, commandLine }: DiagnosisFacts,
  { message }: Refusal,
): Suspicion[] {
  const mentionsKey = /\bkid\b|thumbprint|certificate|x5t|unknown key|no (?:matching )?key|jwks|signature/u.test(
    message,
  )
  const isSpelling = mentionsKey && /not written|spell|upper.?case|lower.?case|colon|format/u.test(message)
  const isMissing =
    mentionsKey && /not (?:been )?(?:uploaded|registered|found)|unknown|is not the thumbprint/u.test(message)
  const evidence = kid === undefined ? [] : [`Key ID: ${kid}.`]
  const thumbprint = active?.confirmation?.thumbprint ?? active?.certificate.thumbprint.sha1
  const field = { field: 'kid', ...(thumbprint === undefined ? {} : { suggestion: thumbprint }) } as const
  const suspicions: Suspicion[] = []
  if (kidOwner?.kind === 'other')
    suspicions.push({
      id: 'kid-of-other-certificate',
      weight: 96,
      place: 'edit-profile',
      ...field,
      what: `The key ID belongs to another certificate: ${kidOwner.subject} of “${kidOwner.profileName}”.`,
      evidence,
      remedy: 'Clear the key ID in the profile’s settings, or paste the active certificate’s Thumbprint.',
    })
  if (kidOwner?.kind === 'unknown')
    suspicions.push({
      id: 'kid-unknown',
      weight: 96,
      place: 'edit-profile',
      ...field,
      what: 'The key ID doesn’t match any of your certificates.',
      evidence,
      remedy: 'Clear the key ID in the profile’s settings, or paste the active certificate’s Thumbprint.',
    })
  if (kidOwner?.kind === 'active' && !(kidOwner.isAsConfirmed && kidOwner.isPortalSpelling)) {
    const confirmed = active?.confirmation?.thumbprint
    suspicions.push({
      id: 'kid-spelled-differently',
      // What the service says outranks what is guessed here.
      weight: isSpelling
        ? 97
        : !kidOwner.isAsConfirmed && (confirmed !== undefined || own.profile.kid !== '')
          ? 88
          : mentionsKey
            ? kidOwner.isPortalSpelling
              ? 56
              : 88
            : 42,
      ...(kid !== undefined && kid === own.profile.kid
        ? { place: 'edit-profile', ...field }
        : { place: 'confirmation' }),
      what: kidOwner.isAsConfirmed
        ? 'The key ID is spelled differently from what portals usually show. It must match the portal’s text exactly.'
        : confirmed === undefined
          ? 'The key ID may differ from the portal’s Thumbprint. It must match exactly.'
          : 'The key ID differs from the Thumbprint that you pasted from the portal.',
      evidence: [
        ...evidence,
        ...(confirmed === undefined || kidOwner.isAsConfirmed ? [] : [`Portal: ${confirmed}.`]),
        ...(kidOwner.isPortalSpelling || active === undefined
          ? []
          : [`Usual spelling: ${active.certificate.thumbprint.sha1}.`]),
      ],
      remedy:
        kid !== undefined && kid === own.profile.kid
          ? 'Clear the key ID in the profile’s settings, or paste the portal’s Thumbprint there. It is sent unchanged.'
          : 'Paste the Thumbprint from the portal. It is sent unchanged.',
    })
  }
  suspicions.push({
    id: 'certificate-not-uploaded',
    place: 'credentials',
    weight: isSpelling ? 39 : isMissing ? 87 : mentionsKey ? 70 : 40,
    what: 'The active certificate is not uploaded to the portal for this environment and client.',
    evidence: active === undefined ? [] : [`Certificate: ${active.certificate.subject}.`],
    remedy: 'Upload it on the portal’s Security page (Add Security, certificate use OAUTH).',
    command: `${commandLine} certificate list ${shownWord(own.profile.name)}`,
  })
  if (message.includes('signature'))
    suspicions.push({
      id: 'key-does-not-fit',
      weight: 72,
      place: 'confirmation',
      what: 'The service verified the signature with the key of another certificate.',
      evidence,
      remedy: 'Compare the portal’s Thumbprint with that of the active certificate, and confirm it here.',
    })
  return suspicions
}

/** Finds a repeated or missing jti, and a lifetime that is too long (RFC 7523 §3). */
export function assertionCauses(
  { clock, own, repeatedJti, jtiHelps }: DiagnosisFacts,
  { message }: Refusal,
): Suspicion[] {
  const { assertionLifetimeSeconds: lifetime, includeJti } = own.profile
  const suspicions: Suspicion[] = []
  // A clock that is behind may have refused the first request because it came early.
  const wasEarly = clock !== undefined && clock.offset < 0 && differs(clock) && timeWords.test(message)
  if (jtiHelps === true)
    suspicions.push({
      id: 'jti-needed',
      weight: wasEarly ? 89 : 99,
      place: 'edit-profile',
      field: 'includeJti',
      what: 'The service requires a jti in each assertion.',
      evidence: ['A second request with a jti succeeded.'],
      remedy: 'Turn on “Unique ID (jti)” in the profile’s settings.',
    })
  else if (repeatedJti !== undefined || /\bjti\b/u.test(message))
    suspicions.push({
      id: includeJti ? 'jti-repeated' : 'jti-needed',
      place: 'edit-profile',
      field: 'includeJti',
      weight: repeatedJti === undefined ? 90 : 97,
      what: includeJti
        ? 'The service has already seen this assertion’s jti.'
        : 'The service requires a jti in each assertion.',
      evidence: [
        repeatedJti === undefined
          ? `A jti is ${includeJti ? 'sent' : 'not sent'}.`
          : `An earlier assertion of this session had the same jti, ${repeatedJti}.`,
      ],
      remedy: includeJti
        ? 'Try again. Each assertion gets a new jti.'
        : 'Turn on “Unique ID (jti)” in the profile’s settings.',
    })
  if (lifetime > maxStrictLifetime)
    suspicions.push({
      id: 'assertion-lifetime',
      place: 'edit-profile',
      field: 'assertionLifetimeSeconds',
      suggestion: '30',
      weight: /lifetime|too long|too far|\bexp\b/u.test(message) ? 86 : 35,
      what: `The assertion is valid for ${lifetime} seconds, longer than strict services accept.`,
      evidence: ['The reference implementation uses 30 seconds.'],
      remedy: 'Set the assertion’s lifetime to 30 seconds.',
    })
  return suspicions
}
