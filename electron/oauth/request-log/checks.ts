import type { RuleVerdict } from '../../../shared/model/oauth/exchange.ts'
import { answerRules } from './response-checks.ts'
import { assertionRules } from './assertion-checks.ts'
import type { Rules } from './check.ts'
import type { ExchangeFacts } from './logged-facts.ts'
import { requestRules } from './request-checks.ts'

/** Every rule, in the order of an exchange. */
export const documentRules: Rules = { ...requestRules, ...assertionRules, ...answerRules }

/**
 * Compares an exchange, or one that was not sent, with the rules of the service's document; where that is silent (the
 * request of the basic and the legacy flavor) with the standards that the design puts in its place.
 */
export function compareWithDocument(facts: ExchangeFacts): RuleVerdict[] {
  return Object.entries(documentRules)
    .filter(([, { isFor }]) => isFor(facts))
    .map(([id, { part, source, rule, judge }]) => ({ id, part, source, rule, ...judge(facts) }))
}
