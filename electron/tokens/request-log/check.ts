import type { RuleVerdict } from '#shared/requests/logged-request.ts'
import type { LoggedFacts } from './logged-facts.ts'

/** What became of a rule, and what was found. */
export type Finding = Pick<RuleVerdict, 'outcome' | 'found'>

/** A check: its source, its rule, when it applies, and how it is judged. */
interface DocumentRule extends Pick<RuleVerdict, 'part' | 'source' | 'rule'> {
  /** Whether the check applies to this request; others are left out. */
  readonly isFor: (facts: LoggedFacts) => boolean
  readonly judge: (facts: LoggedFacts) => Finding
}

/** Checks by id, in display order. */
export type Rules = Readonly<Record<string, DocumentRule>>

export const passed = (found: string): Finding => ({ outcome: 'passed', found })
export const failed = (found: string): Finding => ({ outcome: 'failed', found })
export const notChecked = (found: string): Finding => ({ outcome: 'not-checked', found })
/** The profile's settings replace the rule. @param found ends without a full stop */
export const setOtherwise = (found: string): Finding => notChecked(`${found}, as set in the profile.`)

/** Returns the value of a form parameter; undefined if it is not sent. */
export function parameter({ request }: LoggedFacts, wanted: string): string | undefined {
  return request.parameters.find(({ name }) => name === wanted)?.value
}

/** Passes or fails a value, and says what it is, e.g. `It is 300.` */
export function judged(isGood: boolean, value: unknown): Finding {
  return (isGood ? passed : failed)(`It is ${shown(value)}.`)
}

/** Formats a value for a sentence: `“openid”`, `300`, `missing`. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  return typeof value === 'string' ? `“${value.slice(0, 200)}”` : JSON.stringify(value).slice(0, 200)
}

export const isJwt = ({ profile }: LoggedFacts): boolean => profile.flavor === 'jwt'
export const isLegacy = ({ profile }: LoggedFacts): boolean => profile.flavor === 'legacy'
export const signsAssertion = ({ profile }: LoggedFacts): boolean => profile.clientAuthentication === 'private_key_jwt'
