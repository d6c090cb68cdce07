import { ScrollArea, Table } from '@mantine/core'
import { Fragment, type ReactElement } from 'react'
import { RouteLink } from '../platform/navigation/route-link.tsx'
import { EnvironmentBadge } from '../ui/environment/environment-badge.tsx'
import { Instant } from '../ui/time/instant.tsx'
import {
  layOutTimeline,
  type ShownTimeline,
  type Stretch,
  type TimelineBar,
  type TimelineRow,
} from './drawing/timeline-layout.ts'
import { barNames, leftWords, periodWords, stretchWords } from './drawing/timeline-messages.ts'
import classes from './timeline-table.module.css'

/** The timeline as a table: the same certificates, gaps and overlaps. */
export function TimelineTable({ certificates, range, showRetired, now }: ShownTimeline): ReactElement {
  const groups = layOutTimeline(certificates, { range, showRetired, shortest: 0 })
  return (
    <ScrollArea className={classes['scroll'] ?? ''} viewportProps={{ tabIndex: 0, 'aria-label': 'Certificates' }}>
      <Table stickyHeader aria-label="Certificates">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Profile</Table.Th>
            <Table.Th>Certificate</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Valid from</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>Time left</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {groups.map(({ environment, rows }) => (
          <Table.Tbody key={environment}>
            <Table.Tr className={classes['group'] ?? ''}>
              <Table.Th colSpan={6} scope="rowgroup">
                <EnvironmentBadge environment={environment} />
              </Table.Th>
            </Table.Tr>
            {rows.map((row) => (
              <ProfileLines key={row.profileId} row={row} now={now} />
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </ScrollArea>
  )
}

/** Lists a profile's certificates and gaps by time. */
function ProfileLines({ row, now }: { readonly row: TimelineRow; readonly now: number }): ReactElement {
  const lines = [...row.bars, ...row.stretches.filter((stretch) => stretchWords(stretch, now) !== undefined)].toSorted(
    (one, other) => one.from - other.from,
  )
  return (
    <Fragment>
      {lines.map((line) =>
        'certificate' in line ? (
          <CertificateLine key={line.certificate.credentialId} bar={line} now={now} />
        ) : (
          <GapLine key={`gap-${line.from}`} row={row} stretch={line} now={now} />
        ),
      )}
    </Fragment>
  )
}

function CertificateLine({ bar, now }: { readonly bar: TimelineBar; readonly now: number }): ReactElement {
  const { certificate, overlaps } = bar
  return (
    <Table.Tr data-state={certificate.state}>
      <Table.Td>
        <RouteLink className={classes['link']} to={{ page: 'credentials', profileId: certificate.profileId }}>
          {certificate.profileName}
        </RouteLink>
      </Table.Td>
      <Table.Td className={classes['subject'] ?? ''}>
        {certificate.subject}
        {overlaps.map((overlap) => (
          <div key={overlap.from} className={classes['overlap']}>
            Overlap: {periodWords(overlap, now)}
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
      <Table.Td className={classes['time'] ?? ''}>{leftWords(certificate, now)}</Table.Td>
    </Table.Tr>
  )
}

function GapLine({
  row,
  stretch,
  now,
}: {
  readonly row: TimelineRow
  readonly stretch: Stretch
  readonly now: number
}): ReactElement {
  return (
    <Table.Tr>
      <Table.Td>{row.profileName}</Table.Td>
      <Table.Td colSpan={5} className={classes[stretch.kind] ?? ''}>
        {stretchWords(stretch, now)}
      </Table.Td>
    </Table.Tr>
  )
}
