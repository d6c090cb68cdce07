import type { RuleVerdict } from '../../../shared/model/oauth/logged-request.ts'
import { responseRules } from './response-checks.ts'
import { assertionRules } from './assertion-checks.ts'
import type { Rules } from './check.ts'
import type { LoggedFacts } from './logged-facts.ts'
import { requestRules } from './request-checks.ts'

/** Every rule, in the order of an exchange. */
export const documentRules: Rules = { ...requestRules, ...assertionRules, ...responseRules }

/**
 * Runs all checks on a token request, sent or not: those of the service's document, and if that is silent (requests of
 * the basic and the legacy flavor) those of the standards that the design chose.
 */
export function compareWithDocument(facts: LoggedFacts): RuleVerdict[] {
  return Object.entries(documentRules)
    .filter(([, { isFor }]) => isFor(facts))
    .map(([id, { part, source, rule, judge }]) => ({ id, part, source, rule, ...judge(facts) }))
}
