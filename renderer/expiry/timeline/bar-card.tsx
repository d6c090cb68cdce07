import { Group, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { stateNames } from '#shared/credentials/credential-parts.ts'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import { FloatingCard } from '../../ui/drawing/floating-card.tsx'
import type { ShownCard } from '../../ui/drawing/use-shown-card.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { ExpiryBadge } from '../../ui/text/expiry-badge.tsx'
import type { TimelineBar } from './timeline-layout.ts'
import { leftWords, periodWords } from './timeline-messages.ts'
import classes from './timeline-picture.module.css'

interface BarCardProps {
  readonly shown: ShownCard<TimelineBar>
  readonly now: number
}

/** Shows what a bar stands for. Hidden from screen readers, because the bar's label says the same. */
export function BarCard({ shown: { of: bar, box }, now }: BarCardProps): ReactElement {
  const dates = useDates()
  const { credentialId, subject, profileName, environment, practice, state, notBefore, notAfter } = bar.certificate
  return (
    <FloatingCard key={credentialId} box={box} position="bottom-start" testId="bar-card">
      <p className={classes['subject']}>{subject}</p>
      <Group gap="xs" mb="xs" c="dimmed">
        <EnvironmentBadge environment={environment} isPractice={practice} />
        {profileName}
      </Group>
      <dl className={classes['facts']}>
        <dt>State</dt>
        <dd>{stateNames[state]}</dd>
        <dt>Valid from</dt>
        <dd>{dates.minutes(Date.parse(notBefore))}</dd>
        <dt>Expires</dt>
        <dd>{dates.minutes(Date.parse(notAfter))}</dd>
        {bar.overlaps.map((overlap) => (
          <div key={overlap.from} className={classes['fact']}>
            <dt>Overlap</dt>
            <dd>{periodWords(overlap, now, dates)}</dd>
          </div>
        ))}
      </dl>
      {state === 'retired' ? (
        <Text inherit c="dimmed">
          {leftWords(bar.certificate, now, dates)}
        </Text>
      ) : (
        <ExpiryBadge validity={bar.certificate} thresholds={bar.certificate.thresholds} />
      )}
    </FloatingCard>
  )
}
