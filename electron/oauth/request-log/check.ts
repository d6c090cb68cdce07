import type { RuleVerdict } from '../../../shared/model/oauth/exchange.ts'
import type { ExchangeFacts } from './logged-facts.ts'

/** What became of a rule, and what was found. */
export type Finding = Pick<RuleVerdict, 'outcome' | 'found'>

/** A rule as data: where it is written, what it says, whom it is for, and how it is judged. */
interface DocumentRule extends Pick<RuleVerdict, 'part' | 'source' | 'rule'> {
  /** Whether the rule is for this exchange: it is left out of the others. */
  readonly isFor: (facts: ExchangeFacts) => boolean
  readonly judge: (facts: ExchangeFacts) => Finding
}

/** Rules by their ids, in the order in which they are shown. */
export type Rules = Readonly<Record<string, DocumentRule>>

export const kept = (found: string): Finding => ({ outcome: 'kept', found })
export const broken = (found: string): Finding => ({ outcome: 'broken', found })
export const open = (found: string): Finding => ({ outcome: 'open', found })
/** The settings ask for it. @param found ends without a full stop */
export const departs = (found: string): Finding => ({ outcome: 'departs', found: `${found}, as set in the profile.` })

/** The value of a form parameter; undefined where it is not sent. */
export function parameter({ request }: ExchangeFacts, wanted: string): string | undefined {
  return request.parameters.find(({ name }) => name === wanted)?.value
}

/** A value as it was found, for a sentence. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  return typeof value === 'string' ? `“${value.slice(0, 200)}”` : JSON.stringify(value).slice(0, 200)
}

export const isJwt = ({ profile }: ExchangeFacts): boolean => profile.flavor === 'jwt'
export const isBasic = ({ profile }: ExchangeFacts): boolean => profile.flavor === 'basic'
export const isLegacy = ({ profile }: ExchangeFacts): boolean => profile.flavor === 'legacy'
export const signsAssertion = ({ profile }: ExchangeFacts): boolean =>
  profile.clientAuthentication === 'private_key_jwt'
