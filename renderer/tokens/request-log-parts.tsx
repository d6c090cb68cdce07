import { Stack, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { ShownRequest, LoggedRequest } from '#shared/requests/logged-request.ts'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Explain } from '../ui/controls/explain.tsx'
import { JsonTree } from '../ui/json/json-tree.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { RequestTimes } from '../ui/text/request-timing.tsx'
import { millisecondsWords } from '../ui/text/timing-steps.ts'
import classes from './request-log-panel.module.css'
import tokenClasses from './token-page.module.css'

const bytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'byte', unitDisplay: 'long' })

/** Method, address, headers, form and assertion of a token request. */
export function RequestPart({ request }: { readonly request: ShownRequest }): ReactElement {
  return (
    <Stack>
      <p className={classes['line']}>
        <strong>{request.method}</strong> <Mono>{request.url}</Mono>
      </p>
      {request.clientCertificate !== undefined && (
        <Text size="sm" c="dimmed">
          Client certificate: {request.clientCertificate.subject} (SHA-1 <Mono>{request.clientCertificate.sha1}</Mono>),
          sent with its chain.
        </Text>
      )}
      <Pairs title="Headers" items={request.headers} />
      <Pairs title="Form parameters" items={request.parameters} />
      {request.assertion !== undefined && (
        <div className={tokenClasses['columns']}>
          <div>
            <h4 className={tokenClasses['heading']}>
              Assertion header <Explain term="assertion" />
            </h4>
            <JsonTree text={request.assertion.header} label="Assertion header" />
          </div>
          <div>
            <h4 className={tokenClasses['heading']}>Assertion claims</h4>
            <JsonTree text={request.assertion.claims} label="Assertion claims" />
          </div>
        </div>
      )}
    </Stack>
  )
}

/** Renders status, timings, headers and body of the response; or why there is none. */
export function ResponsePart({ outcome }: { readonly outcome: LoggedRequest['outcome'] }): ReactElement {
  if (outcome.kind === 'no-response') return <ErrorPanel error={ClavisError.fromValue(outcome.error)} />
  return (
    <Stack>
      <p className={classes['line']}>
        <strong>Status {outcome.status}</strong> · {millisecondsWords(outcome.durationMs)} ·{' '}
        {bytes.format(outcome.size)}
      </p>
      {outcome.refusal !== undefined && <ErrorPanel error={ClavisError.fromValue(outcome.refusal)} />}
      {outcome.timings !== undefined && (
        <div>
          <h4 className={tokenClasses['heading']}>Timing</h4>
          <RequestTimes timings={outcome.timings} durationMs={outcome.durationMs} />
        </div>
      )}
      <Pairs title="Headers" items={outcome.headers} />
      <div>
        <h4 className={tokenClasses['heading']}>Body</h4>
        {outcome.body === '' ? (
          <Text size="sm" c="dimmed">
            The response has no body.
          </Text>
        ) : (
          <JsonTree text={outcome.body} label="Response" />
        )}
      </div>
    </Stack>
  )
}

interface PairsProps {
  readonly title: string
  readonly items: readonly { readonly name: string; readonly value: string }[]
}

function Pairs({ title, items }: PairsProps): ReactElement {
  return (
    <div>
      <h4 className={tokenClasses['heading']}>{title}</h4>
      <dl className={classes['pairs']}>
        {items.map(({ name, value }, index) => (
          // A name may occur twice: a pair is identified by its index.
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
