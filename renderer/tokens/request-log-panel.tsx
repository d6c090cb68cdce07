import { Group, SegmentedControl, Select, Text, Stack } from '@mantine/core'
import { IconRefresh, IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import {
  type LoggedRequest,
  type TokenRequestPreview,
  ruleParts,
  type RuleOutcome,
  type RuleVerdict,
} from '#shared/requests/logged-request.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { call, useClavisEvent } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { checksMessage } from './checks-message.ts'
import { RemedyButton } from './remedy-button.tsx'
import { RequestPart, ResponsePart } from './request-log-parts.tsx'
import classes from './request-log-panel.module.css'

/** Summarizes how a token request ended, in a word or two. */
export function outcomeMessage({ outcome }: Pick<LoggedRequest, 'outcome'>): string {
  return outcome.kind === 'response' ? `status ${outcome.status}` : 'no response'
}

const viewNames = { rules: 'Checks', request: 'Request', response: 'Response' } as const
type View = keyof typeof viewNames

/** Names the request that was not sent among the choices. */
const unsent = 'unsent'

/**
 * Renders the request log: the token requests of this session with their responses, and the one that would be sent now,
 * each with its checks.
 */
export function RequestLogPanel({ profile }: { readonly profile: Profile }): ReactElement {
  const client = useQueryClient()
  const dates = useDates()
  const log = useQuery(queries.requestLog(profile.id))
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const [view, setView] = useState<View>('rules')
  useClavisEvent('tokens.logged', ({ profileId }) => {
    void client.invalidateQueries(queries.requestLog(profileId))
    // An earlier request stays selected; otherwise the newest is shown.
    if (profileId === profile.id) setChosen((before) => (before === unsent ? undefined : before))
  })
  const all = log.data ?? []
  const sent = chosen === unsent ? undefined : (all.find(({ id }) => String(id) === chosen) ?? all[0])
  const preview = useQuery({
    queryKey: ['token-preview', profile.id, profile.revision],
    queryFn: () => call('tokens.preview', { profileId: profile.id }),
    enabled: isOpen && sent === undefined,
    // It contains the time of its creation, so it is created again each time it is opened.
    gcTime: 0,
  })
  const shown: LoggedRequest | TokenRequestPreview | undefined = sent ?? preview.data
  const failure = log.error ?? (sent === undefined ? preview.error : null)
  const [newest] = all
  const views: View[] = sent === undefined ? ['rules', 'request'] : ['rules', 'request', 'response']
  return (
    <Panel
      title="Request & response"
      description="Token requests of this session, checked against the service’s document. Secrets, tokens and signatures are redacted. For response fields and headers that Clavis doesn’t know, only the length is shown."
      actions={
        <>
          {isOpen && sent === undefined && (
            <SecondaryButton icon={IconRefresh} loading={preview.isFetching} onClick={() => void preview.refetch()}>
              Refresh
            </SecondaryButton>
          )}
          <SecondaryButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : newest === undefined ? 'Preview' : 'View'}
          </SecondaryButton>
        </>
      }
    >
      {!isOpen && (newest === undefined ? <Nothing /> : <Summary entry={newest} />)}
      {isOpen && (
        <>
          <Group justify="space-between" gap="10px 14px" mb={14}>
            <Select
              aria-label="Token request"
              flex="1 1 260px"
              maw={420}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={[
                ...all.map((entry) => ({ value: String(entry.id), label: nameOf(entry, dates) })),
                { value: unsent, label: 'Preview of the next request' },
              ]}
              value={sent === undefined ? unsent : String(sent.id)}
              onChange={(value) => setChosen(value ?? undefined)}
            />
            <SegmentedControl
              aria-label="Show"
              data={views.map((value) => ({ value, label: viewNames[value] }))}
              value={sent === undefined && view === 'response' ? 'request' : view}
              onChange={setView}
            />
          </Group>
          {failure !== null && (
            <ErrorPanel
              error={failure}
              actions={failure instanceof ClavisError && <RemedyButton profileId={profile.id} code={failure.code} />}
              onRetry={() => void (log.isError ? log : preview).refetch()}
            />
          )}
          {shown !== undefined && <Shown entry={shown} view={view} />}
        </>
      )}
    </Panel>
  )
}

interface ShownProps {
  readonly entry: LoggedRequest | TokenRequestPreview
  readonly view: View
}

function Shown({ entry, view }: ShownProps): ReactElement {
  if (view === 'response' && 'outcome' in entry) return <ResponsePart outcome={entry.outcome} />
  if (view !== 'rules') return <RequestPart request={entry.request} />
  const { tone, words } = checksMessage(entry.rules)
  return (
    <>
      <p className={classes['verdict']} data-tone={tone} role="status">
        {words}
      </p>
      <RuleList rules={entry.rules} />
    </>
  )
}

/** The newest entry while the panel is closed. */
function Summary({ entry }: { readonly entry: LoggedRequest }): ReactElement {
  const { tone, words } = checksMessage(entry.rules)
  return (
    <Text size="sm" c="dimmed">
      {nameOf(entry, useDates())}.{' '}
      <span className={classes['words']} data-tone={tone}>
        {words}
      </span>
    </Text>
  )
}

function Nothing(): ReactElement {
  return (
    <Text size="sm" c="dimmed">
      No token requested in this session. Preview the request and its checks without sending it.
    </Text>
  )
}

function nameOf(entry: LoggedRequest, dates: DateText): string {
  return `${entry.what} at ${dates.clock(new Date(entry.at))}: ${outcomeMessage(entry)}`
}

const outcomes = {
  passed: { name: 'Passed', icon: IconCheck, tone: 'good' },
  failed: { name: 'Failed', icon: IconX, tone: 'bad' },
  'not-checked': { name: 'Not checked', icon: IconCircleDashed, tone: 'plain' },
} as const satisfies Record<RuleOutcome, object>

const partNames: Readonly<Record<RuleVerdict['part'], string>> = {
  request: 'Request',
  header: 'Assertion header',
  claims: 'Assertion claims',
  response: 'Response',
}

/** Renders each check with its result, what was found, and the source of the rule. */
function RuleList({ rules }: { readonly rules: readonly RuleVerdict[] }): ReactElement {
  return (
    <Stack gap={18}>
      {ruleParts.map((part) => {
        const own = rules.filter((rule) => rule.part === part)
        if (own.length === 0) return null
        return (
          <section key={part} aria-label={partNames[part]}>
            <h4 className={classes['part']}>{partNames[part]}</h4>
            <ul>
              {own.map((verdict) => (
                <Rule key={verdict.id} verdict={verdict} />
              ))}
            </ul>
          </section>
        )
      })}
    </Stack>
  )
}

function Rule({ verdict: { rule, outcome, found, source } }: { readonly verdict: RuleVerdict }): ReactElement {
  const { name, icon: Icon, tone } = outcomes[outcome]
  return (
    <li className={classes['rule']} data-tone={tone}>
      <span className={classes['mark']} role="img" aria-label={name} title={name}>
        <Icon size={15} stroke={2.2} />
      </span>
      <span>{rule}</span>
      <span className={classes['found']}>{found}</span>
      <span className={classes['source']}>{source}</span>
    </li>
  )
}
