import { Box, Group, Tooltip } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import { Instant, useDates } from '../../ui/text/dates.tsx'
import { isOfOneProfile, type ComparedPair, type ComparedDataset } from './comparison-state.ts'
import classes from './comparison.module.css'

interface ComparedNamesProps {
  readonly pair: ComparedPair
  /** Whether they fit in one line, with their facts in tooltips. */
  readonly isShort?: boolean
}

export function ComparedNames({ pair, isShort = false }: ComparedNamesProps): ReactElement {
  const withProfiles = !isOfOneProfile(pair)
  const NamedSide = isShort ? ShortSide : Side
  return (
    <Group className={isShort ? (classes['short'] ?? '') : ''} align="flex-start" gap={isShort ? 8 : 14} wrap="nowrap">
      <NamedSide label="From" dataset={pair.before} withProfile={withProfiles} />
      <IconArrowRight className={classes['arrow']} size={16} aria-hidden />
      <NamedSide label="To" dataset={pair.after} withProfile={withProfiles} />
    </Group>
  )
}

interface SideProps {
  readonly label: string
  readonly dataset: ComparedDataset
  readonly withProfile: boolean
}

function ShortSide({
  label,
  dataset: { name, profileName, environment, practice, startedAt },
  withProfile,
}: SideProps): ReactElement {
  const dates = useDates()
  const loaded = `${name}, loaded ${dates.seconds(new Date(startedAt))}`
  return (
    <Tooltip label={withProfile ? `${profileName}: ${loaded}` : loaded} multiline maw={360}>
      <Group miw={0} gap={6} wrap="nowrap" role="group" aria-label={`${label}: ${loaded}`}>
        <h3 className={classes['sideName']}>
          <span className={classes['sideLabel']}>{label}</span> {name}
        </h3>
        {withProfile && <EnvironmentBadge environment={environment} isPractice={practice} />}
      </Group>
    </Tooltip>
  )
}

function Side({
  label,
  dataset: { name, profileName, environment, practice, startedAt },
  withProfile,
}: SideProps): ReactElement {
  return (
    <Box miw={0} role="group" aria-label={`${label}: ${name}`}>
      <h3 className={classes['sideName']}>
        <span className={classes['sideLabel']}>{label}</span> {name}
      </h3>
      <p className={classes['sideFacts']}>
        {withProfile && (
          <>
            <EnvironmentBadge environment={environment} isPractice={practice} />
            <span>{profileName}</span>
          </>
        )}
        <span>
          loaded <Instant value={startedAt} withSeconds />
        </span>
      </p>
    </Box>
  )
}
