import { Stack } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ruleParts, type RuleOutcome, type RuleVerdict } from '#shared/requests/logged-request.ts'
import classes from './check-list.module.css'

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
export function RuleList({ rules }: { readonly rules: readonly RuleVerdict[] }): ReactElement {
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
