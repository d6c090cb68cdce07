import {
  ruleParts,
  type RuleVerdict,
  type LoggedRequest,
  type TokenRequestPreview,
} from '#shared/requests/logged-request.ts'
import { visibleLine } from '#shared/values/visible-text.ts'

const partTitles: Readonly<Record<RuleVerdict['part'], string>> = {
  request: 'Request checks',
  header: 'Assertion header checks',
  claims: 'Assertion claims checks',
  response: 'Response checks',
}

const marks: Readonly<Record<RuleVerdict['outcome'], string>> = { passed: '✓', failed: '✗', 'not-checked': '-' }

/** Describes a request that was not sent. */
export function requestText({ request, rules }: TokenRequestPreview): string {
  return [...requestLines(request), ...checkLines(rules)].join('\n')
}

/** Describes a request, its response with timings, and the checks. */
export function requestLogText({ request, outcome, rules }: LoggedRequest): string {
  return [...requestLines(request), '', ...responseLines(outcome), ...checkLines(rules)].join('\n')
}

function requestLines(request: LoggedRequest['request']): string[] {
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

function responseLines(outcome: LoggedRequest['outcome']): string[] {
  if (outcome.kind === 'no-response') return [`No response: ${outcome.error.message}`]
  const { timings } = outcome
  const steps =
    timings === undefined
      ? []
      : ([
          ['DNS', timings.resolveMs],
          ['connect', timings.connectMs],
          ['TLS', timings.tlsMs],
          ['first byte', timings.firstByteMs],
          ['body', timings.bodyMs],
        ] as const)
  const durations = steps.flatMap(([label, time]) => (time === undefined ? [] : [`${label} ${time.toFixed(1)} ms`]))
  return [
    `Status ${outcome.status}, ${Math.round(outcome.durationMs)} ms, ${outcome.size} bytes`,
    ...(durations.length === 0 ? [] : [`  ${durations.join(', ')}`]),
    ...pairs(outcome.headers, ': '),
    ...(outcome.body === '' ? [] : outcome.body.split('\n').map((line) => `  ${line}`)),
  ]
}

function checkLines(rules: readonly RuleVerdict[]): string[] {
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
