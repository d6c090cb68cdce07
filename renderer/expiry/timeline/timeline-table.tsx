import { Checkbox, ScrollArea, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, useState, type ReactElement, type ReactNode } from 'react'
import type { Urgency } from '#shared/expiry/expiry.ts'
import { urgencyTones } from '#shared/expiry/warning-messages.ts'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { RouteLink } from '../../platform/navigation.tsx'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import { toggled } from '../../ui/controls/toggled.ts'
import { Instant } from '../../ui/text/dates.tsx'
import { ExpiryBadge } from '../../ui/text/expiry-badge.tsx'
import { SelectedActions } from './selected-actions.tsx'
import type { TimeRange } from './time-range.ts'
import { sortCertificates, type TimelineSort, type TimelineColumn } from './timeline-filter.ts'
import { layOutTimeline, type ShownTimeline, type TimelineRow } from './timeline-layout.ts'
import { barNames, periodWords, stretchWords } from './timeline-messages.ts'
import classes from './timeline-table.module.css'

const headers = [
  ['profile', 'Profile'],
  ['subject', 'Certificate'],
  ['state', 'State'],
  ['notBefore', 'Valid from'],
  ['notAfter', 'Expires'],
] as const

/**
 * The timeline as a table: the same certificates, gaps and overlaps by profile, or the certificates alone in the order of
 * a column. Selected ones are exported, replaced or snoozed together.
 */
export function TimelineTable({ certificates, range, showRetired, now, dates }: ShownTimeline): ReactElement {
  /** By profile and time if undefined. */
  const [sort, setSort] = useState<TimelineSort>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const groups = layOutTimeline(certificates, { range, showRetired, now, dates, shortest: 0 })
  const bars = groups.flatMap(({ rows }) => rows.flatMap((row) => row.bars))
  const listed = bars.map(({ certificate }) => certificate)
  const chosen = listed.filter(({ credentialId }) => selected.has(credentialId))
  const line = (certificate: TimelineCertificate, overlaps: readonly TimeRange[]): ReactElement => (
    <CertificateLine
      key={certificate.credentialId}
      certificate={certificate}
      overlaps={overlaps.map((overlap) => periodWords(overlap, now, dates))}
      isGrouped={sort === undefined}
      isSelected={selected.has(certificate.credentialId)}
      onSelect={(isOn) => setSelected(toggled(selected, certificate.credentialId, isOn))}
    />
  )
  const overlapsOf = new Map(bars.map(({ certificate, overlaps }) => [certificate.credentialId, overlaps]))
  return (
    <>
      <SelectedActions certificates={chosen} onDone={() => setSelected(new Set())} />
      <ScrollArea className={classes['scroll'] ?? ''} viewportProps={{ tabIndex: 0, 'aria-label': 'Certificates' }}>
        <Table stickyHeader aria-label="Certificates">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes['choice'] ?? ''}>
                <Checkbox
                  aria-label="Select all"
                  checked={chosen.length > 0 && chosen.length === listed.length}
                  indeterminate={chosen.length > 0 && chosen.length < listed.length}
                  onChange={(event) =>
                    setSelected(
                      new Set(event.currentTarget.checked ? listed.map(({ credentialId }) => credentialId) : []),
                    )
                  }
                />
              </Table.Th>
              {headers.map(([column, label]) => (
                <SortHeader key={column} column={column} sort={sort} onSort={setSort}>
                  {label}
                </SortHeader>
              ))}
              <Table.Th>Time left</Table.Th>
            </Table.Tr>
          </Table.Thead>
          {sort === undefined ? (
            groups.map(({ environment, rows }) => (
              <Table.Tbody key={environment}>
                <Table.Tr className={classes['group'] ?? ''}>
                  <Table.Th colSpan={7} scope="rowgroup">
                    <EnvironmentBadge environment={environment} isPractice={rows.every(({ practice }) => practice)} />
                  </Table.Th>
                </Table.Tr>
                {rows.map((row) => (
                  <ProfileLines key={row.profileId} row={row} now={now} dates={dates} line={line} />
                ))}
              </Table.Tbody>
            ))
          ) : (
            <Table.Tbody>
              {sortCertificates(listed, sort).map((certificate) =>
                line(certificate, overlapsOf.get(certificate.credentialId) ?? []),
              )}
            </Table.Tbody>
          )}
        </Table>
      </ScrollArea>
    </>
  )
}

function ProfileLines({
  row,
  now,
  dates,
  line,
}: {
  readonly row: TimelineRow
  readonly now: number
  readonly dates: DateText
  readonly line: (certificate: TimelineCertificate, overlaps: readonly TimeRange[]) => ReactElement
}): ReactElement {
  const gaps = row.stretches.flatMap((stretch) => {
    const words = stretchWords(stretch, now, dates)
    return words === undefined ? [] : [{ ...stretch, words }]
  })
  const lines = [...row.bars, ...gaps].toSorted((one, other) => one.from - other.from)
  return (
    <Fragment>
      {lines.map((each) =>
        'certificate' in each ? (
          line(each.certificate, each.overlaps)
        ) : (
          <GapLine
            key={`gap-${each.from}`}
            row={row}
            words={each.words}
            urgency={each.kind === 'gap' ? each.urgency : 'fine'}
          />
        ),
      )}
    </Fragment>
  )
}

function CertificateLine({
  certificate,
  overlaps,
  isGrouped,
  isSelected,
  onSelect,
}: {
  readonly certificate: TimelineCertificate
  readonly overlaps: readonly string[]
  /** Whether it stands below its environment. */
  readonly isGrouped: boolean
  readonly isSelected: boolean
  readonly onSelect: (isOn: boolean) => void
}): ReactElement {
  return (
    <Table.Tr data-state={certificate.state}>
      <Table.Td>
        <Checkbox
          aria-label={`Select ${certificate.subject} of ${certificate.profileName}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <RouteLink className={classes['link']} to={{ page: 'credentials', profileId: certificate.profileId }}>
          {certificate.profileName}
        </RouteLink>
        {!isGrouped && (
          <div>
            <EnvironmentBadge environment={certificate.environment} isPractice={certificate.practice} />
          </div>
        )}
      </Table.Td>
      <Table.Td className={classes['subject'] ?? ''}>
        {certificate.subject}
        {overlaps.map((overlap) => (
          <div key={overlap} className={classes['overlap']}>
            Overlap: {overlap}
          </div>
        ))}
      </Table.Td>
      <Table.Td>{barNames[certificate.state]}</Table.Td>
      <Table.Td className={classes['time'] ?? ''}>
        <Instant value={certificate.notBefore} />
      </Table.Td>
      <Table.Td className={classes['time'] ?? ''}>
        <Instant value={certificate.notAfter} />
      </Table.Td>
      <Table.Td className={classes['time'] ?? ''}>
        {certificate.state === 'retired' ? (
          'Retired'
        ) : (
          <ExpiryBadge validity={certificate} thresholds={certificate.thresholds} />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function GapLine({
  row,
  words,
  urgency,
}: {
  readonly row: TimelineRow
  readonly words: string
  readonly urgency: Urgency
}): ReactElement {
  return (
    <Table.Tr>
      <Table.Td />
      <Table.Td>{row.profileName}</Table.Td>
      <Table.Td colSpan={5} className={classes['gap'] ?? ''} data-tone={urgencyTones[urgency]}>
        {words}
      </Table.Td>
    </Table.Tr>
  )
}

/** Renders a column's header. Each click sorts by it: ascending, descending, by profile again. */
export function SortHeader({
  column,
  sort,
  onSort,
  children,
}: {
  readonly column: TimelineColumn
  readonly sort: TimelineSort | undefined
  readonly onSort: (sort: TimelineSort | undefined) => void
  readonly children: ReactNode
}): ReactElement {
  const own = sort?.column === column ? sort : undefined
  const Arrow = own?.isDescending === true ? IconArrowDown : IconArrowUp
  return (
    <Table.Th aria-sort={own === undefined ? 'none' : own.isDescending ? 'descending' : 'ascending'}>
      <UnstyledButton
        className={classes['sort'] ?? ''}
        onClick={() =>
          onSort(
            own === undefined
              ? { column, isDescending: false }
              : own.isDescending
                ? undefined
                : { column, isDescending: true },
          )
        }
      >
        {children}
        {own !== undefined && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}
