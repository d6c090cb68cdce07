import { Button, Checkbox, EmptyState, Group, SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core'
import { IconCalendarStats, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo, useState } from 'react'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import { checkOf, useHealths } from '../../health/use-healths.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { PageBody } from '../../ui/layout/page-body.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { defaultRange, type RangeChoice, rangeChoices, rangeOf } from './time-range.ts'
import { filterProfiles, isProblem } from './timeline-filter.ts'
import { TimelineLegend } from './timeline-legend.tsx'
import { TimelinePicture } from './timeline-picture.tsx'
import { TimelineTable } from './timeline-table.tsx'
import classes from './timeline-print.module.css'

const rangeNames: Readonly<Record<RangeChoice, string>> = {
  '3-months': '3 months',
  '1-year': '1 year',
  '3-years': '3 years',
  all: 'All',
}

/** Shows every certificate of every environment in one picture or table. */
export function TimelinePage(): ReactElement {
  const timeline = useQuery(queries.timeline)
  return (
    <PageBody layout="fill">
      <VisuallyHidden component="h2">Certificate timeline</VisuallyHidden>
      {timeline.isError && <ErrorPanel error={timeline.error} onRetry={() => void timeline.refetch()} />}
      {timeline.data === undefined || timeline.data.length === 0 ? (
        timeline.data !== undefined && <NoCertificates />
      ) : (
        <Certificates certificates={timeline.data} />
      )}
    </PageBody>
  )
}

function NoCertificates(): ReactElement {
  const { data: profiles } = useQuery(queries.profiles)
  const { go } = useNavigation()
  const signing = profiles?.find(needsCertificate)
  return (
    <EmptyState
      icon={<IconCalendarStats />}
      title="No certificates yet"
      description={
        signing === undefined
          ? 'Create a profile for Client Testing or Production, then a key and a CSR. Imported certificates appear here.'
          : 'Create a key and a CSR, have it signed, and drop the certificate on this window.'
      }
    >
      <EmptyState.Actions>
        {signing === undefined ? (
          <Button onClick={() => go({ page: 'new-profile' })}>New profile</Button>
        ) : (
          <Button onClick={() => go({ page: 'credentials', profileId: signing.id })}>
            Go to credentials of {signing.name}
          </Button>
        )}
      </EmptyState.Actions>
    </EmptyState>
  )
}

interface CertificatesProps {
  readonly certificates: readonly TimelineCertificate[]
}

function Certificates({ certificates: listed }: CertificatesProps): ReactElement {
  const healths = useHealths()
  const now = useNow()
  const [text, setText] = useState('')
  const [onlyProblems, setOnlyProblems] = useState(false)
  const dates = useDates()
  const all = useMemo(() => {
    const ranks = new Map(healths.map(({ profileId }, rank) => [profileId, rank]))
    const rankOf = ({ profileId }: TimelineCertificate): number => ranks.get(profileId) ?? ranks.size
    return listed.toSorted((one, other) => rankOf(one) - rankOf(other))
  }, [listed, healths])
  const certificates = useMemo(() => {
    const problems = healths.filter(({ health }) => isProblem(checkOf(health, 'certificate')))
    return filterProfiles(all, text, onlyProblems ? new Set(problems.map(({ profileId }) => profileId)) : undefined)
  }, [all, text, onlyProblems, healths])
  const [choice, setChoice] = useState<RangeChoice>(() => defaultRange(all, now))
  const [view, setView] = useState<'picture' | 'table'>('picture')
  const [showRetired, setShowRetired] = useState(true)
  const hasRetired = all.some(({ state }) => state === 'retired')
  const range = useMemo(
    () => rangeOf(choice, showRetired ? all : all.filter(({ state }) => state !== 'retired'), now),
    [choice, all, showRetired, now],
  )

  const shown = { certificates, range, showRetired, now, dates }

  return (
    <>
      <Group gap="10px 14px" mb="sm">
        <TextInput
          type="search"
          aria-label="Filter"
          placeholder="Profile or subject"
          leftSection={<IconSearch size={15} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {view === 'picture' && (
          <SegmentedControl
            aria-label="Range"
            value={choice}
            data={rangeChoices.map((value) => ({ value, label: rangeNames[value] }))}
            onChange={setChoice}
          />
        )}
        <Checkbox
          label="Only problems"
          checked={onlyProblems}
          onChange={(event) => setOnlyProblems(event.currentTarget.checked)}
        />
        {hasRetired && (
          <Checkbox
            label="Show retired"
            checked={showRetired}
            onChange={(event) => setShowRetired(event.currentTarget.checked)}
          />
        )}
        <SegmentedControl
          aria-label="Show as"
          value={view}
          data={[
            { value: 'picture', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={setView}
        />
        <SecondaryButton icon={IconPrinter} onClick={() => print()}>
          Print…
        </SecondaryButton>
      </Group>
      {certificates.length === 0 ? (
        <EmptyState
          icon={<IconCalendarStats />}
          title="No matching certificates"
          description={
            onlyProblems ? 'Every profile has an active certificate, and none expires soon.' : 'Change the filter.'
          }
        />
      ) : view === 'table' ? (
        <div className={classes['printed']}>
          <TimelineTable {...shown} />
        </div>
      ) : (
        <div className={classes['printed']}>
          <TimelinePicture {...shown} />
          <TimelineLegend />
        </div>
      )}
    </>
  )
}
