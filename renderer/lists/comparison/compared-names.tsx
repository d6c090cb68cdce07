import { Box, Group } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import { Instant } from '../../ui/text/dates.tsx'
import { isOfOneProfile, type ComparedPair, type ComparedDataset } from './comparison-state.ts'
import classes from './comparison.module.css'

/** Names the two datasets of a comparison. */
export function ComparedNames({ pair }: { readonly pair: ComparedPair }): ReactElement {
  const withProfiles = !isOfOneProfile(pair)
  return (
    <Group align="flex-start" gap={14} wrap="nowrap">
      <Side label="From" dataset={pair.before} withProfile={withProfiles} />
      <IconArrowRight className={classes['arrow']} size={16} aria-hidden />
      <Side label="To" dataset={pair.after} withProfile={withProfiles} />
    </Group>
  )
}

function Side({
  label,
  dataset: { name, profileName, environment, startedAt },
  withProfile,
}: {
  readonly label: string
  readonly dataset: ComparedDataset
  readonly withProfile: boolean
}): ReactElement {
  return (
    <Box miw={0} role="group" aria-label={`${label}: ${name}`}>
      <h3 className={classes['sideName']}>
        <span className={classes['sideLabel']}>{label}</span> {name}
      </h3>
      <p className={classes['sideFacts']}>
        {withProfile && (
          <>
            <EnvironmentBadge environment={environment} />
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
