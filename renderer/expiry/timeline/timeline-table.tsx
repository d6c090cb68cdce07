import { Checkbox, ScrollArea, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { urgencyTones } from '#shared/expiry/warning-messages.ts'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { RouteLink } from '../../platform/navigation.tsx'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import { toggled } from '../../ui/controls/toggled.ts'
import { Instant } from '../../ui/text/dates.tsx'
import { ExpiryBadge } from '../../ui/text/expiry-badge.tsx'
import { SelectedActions } from './selected-actions.tsx'
import { byUrgency, sortCertificates, type TimelineSort, type TimelineColumn } from './timeline-filter.ts'
import { layOutTimeline, type ShownTimeline } from './timeline-layout.ts'
import { barNames, gapNote, periodWords } from './timeline-messages.ts'
import classes from './timeline-table.module.css'

const headers = [
  ['profile', 'Profile'],
  ['subject', 'Certificate'],
  ['state', 'State'],
  ['notBefore', 'Valid from'],
  ['notAfter', 'Expires'],
  ['urgency', 'Time left'],
] as const

/** All time: the table has no range. */
const always = { from: -Infinity, to: Infinity }

/**
 * The timeline as a table: a row for each certificate with its gaps and overlaps, the most urgent first or in the order of a
 * column. Selected ones are exported, replaced or snoozed together.
 */
export function TimelineTable({ certificates, showRetired, now, dates }: Omit<ShownTimeline, 'range'>): ReactElement {
  const [sort, setSort] = useState(byUrgency)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const groups = layOutTimeline(certificates, { range: always, showRetired, now, dates, shortest: 0 })
  const lines = groups.flatMap(({ rows }) =>
    rows.flatMap(({ bars, stretches }) => bars.map((bar) => ({ ...bar, stretches }))),
  )
  const lineOf = new Map(lines.map((line) => [line.certificate.credentialId, line]))
  const listed = lines.map(({ certificate }) => certificate)
  const chosen = listed.filter(({ credentialId }) => selected.has(credentialId))
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
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sortCertificates(listed, sort, now, dates.timeZone).map((certificate) => {
              const { overlaps = [], stretches = [] } = lineOf.get(certificate.credentialId) ?? {}
              return (
                <CertificateLine
                  key={certificate.credentialId}
                  certificate={certificate}
                  overlaps={overlaps.map((overlap) => periodWords(overlap, now, dates))}
                  gap={gapNote(certificate, stretches, now, dates)}
                  isSelected={selected.has(certificate.credentialId)}
                  onSelect={(isOn) => setSelected(toggled(selected, certificate.credentialId, isOn))}
                />
              )
            })}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </>
  )
}

interface CertificateLineProps {
  readonly certificate: TimelineCertificate
  readonly overlaps: readonly string[]
  readonly gap: ReturnType<typeof gapNote>
  readonly isSelected: boolean
  readonly onSelect: (isOn: boolean) => void
}

function CertificateLine({ certificate, overlaps, gap, isSelected, onSelect }: CertificateLineProps): ReactElement {
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
        <div>
          <EnvironmentBadge environment={certificate.environment} isPractice={certificate.practice} />
        </div>
      </Table.Td>
      <Table.Td className={classes['subject'] ?? ''}>
        {certificate.subject}
        {overlaps.map((overlap) => (
          <div key={overlap} className={classes['note']}>
            Overlap: {overlap}
          </div>
        ))}
        {gap !== undefined && (
          <div className={classes['note']} data-tone={urgencyTones[gap.urgency]}>
            {gap.words}
          </div>
        )}
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

interface SortHeaderProps {
  readonly column: TimelineColumn
  readonly sort: TimelineSort
  readonly onSort: (sort: TimelineSort) => void
  readonly children: ReactNode
}

/** Renders a column's header. Each click sorts by it: ascending, descending, by urgency again. */
function SortHeader({ column, sort, onSort, children }: SortHeaderProps): ReactElement {
  const own = sort.column === column ? sort : undefined
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
                ? byUrgency
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
