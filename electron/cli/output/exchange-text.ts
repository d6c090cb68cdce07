import {
  ruleParts,
  type RuleVerdict,
  type TokenExchange,
  type TokenRequestPreview,
} from '../../../shared/model/oauth/exchange.ts'
import { visibleLine } from '../../../shared/model/values/visible-text.ts'

const partTitles: Readonly<Record<RuleVerdict['part'], string>> = {
  request: 'Rules of the request',
  header: 'Rules of the assertion’s header',
  claims: 'Rules of the assertion’s claims',
  answer: 'Rules of the answer',
}

const marks: Readonly<Record<RuleVerdict['outcome'], string>> = { kept: '✓', departs: '~', broken: '✗', open: '-' }

/** A request that was not sent, for a terminal. */
export function requestText({ request, rules }: TokenRequestPreview): string {
  return [...requestLines(request), ...ruleLines(rules)].join('\n')
}

/** A request, its answer and its times, for a terminal. */
export function exchangeText({ request, outcome, rules }: TokenExchange): string {
  return [...requestLines(request), '', ...answerLines(outcome), ...ruleLines(rules)].join('\n')
}

function requestLines(request: TokenExchange['request']): string[] {
  const { assertion, clientCertificate } = request
  return [
    `${request.method} ${request.url}`,
    ...pairs(request.headers, ': '),
    ...pairs(request.parameters, ' = '),
    ...(assertion === undefined
      ? []
      : [`  assertion header: ${assertion.header}`, `  assertion claims: ${assertion.claims}`]),
    ...(clientCertificate === undefined
      ? []
      : [`  client certificate: ${clientCertificate.subject} (SHA-1 ${clientCertificate.sha1})`]),
  ]
}

function answerLines(outcome: TokenExchange['outcome']): string[] {
  if (outcome.kind === 'no-answer') return [`No answer: ${outcome.error.message}`]
  const { timings } = outcome
  const steps =
    timings === undefined
      ? []
      : ([
          ['name', timings.resolveMs],
          ['connection', timings.connectMs],
          ['TLS', timings.tlsMs],
          ['first byte', timings.firstByteMs],
          ['body', timings.bodyMs],
        ] as const)
  const took = steps.flatMap(([label, time]) => (time === undefined ? [] : [`${label} ${time.toFixed(1)} ms`]))
  return [
    `Status ${outcome.status}, ${Math.round(outcome.durationMs)} ms, ${outcome.size} bytes`,
    ...(took.length === 0 ? [] : [`  ${took.join(', ')}`]),
    ...pairs(outcome.headers, ': '),
    ...(outcome.body === '' ? [] : outcome.body.split('\n').map((line) => `  ${line}`)),
  ]
}

function ruleLines(rules: readonly RuleVerdict[]): string[] {
  return ruleParts.flatMap((part) => {
    const own = rules.filter((rule) => rule.part === part)
    if (own.length === 0) return []
    return [
      '',
      partTitles[part],
      ...own.map(({ outcome, rule, found, source }) => `  ${marks[outcome]} ${rule} ${visibleLine(found)} [${source}]`),
    ]
  })
}

function pairs(items: readonly { readonly name: string; readonly value: string }[], between: string): string[] {
  return items.map(({ name, value }) => `  ${name}${between}${visibleLine(value)}`)
}
