import type { RuleVerdict } from '../../../shared/model/oauth/exchange.ts'
import { answerRules } from './answer-rules.ts'
import { assertionRules } from './assertion-rules.ts'
import type { Rules } from './document-rule.ts'
import type { ExchangeFacts } from './exchange-facts.ts'
import { requestRules } from './request-rules.ts'

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
