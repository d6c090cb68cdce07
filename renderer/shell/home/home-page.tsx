import { TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactElement } from 'react'
import { fewProfiles, filterProfiles } from '#shared/profiles/profile-filter.ts'
import { useHealths } from '../../health/use-healths.ts'
import { queries } from '../../platform/queries.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { lazyPage } from '../lazy-page.tsx'
import { HomeHeader } from './home-header.tsx'
import { HomeTable } from './home-table.tsx'
import classes from './home.module.css'

/** Not part of the first screen's code: few people watch lists. */
const WatchedLists = lazyPage(async () => (await import('../../watches/watch-lines.tsx')).WatchedLists)

/** Renders every profile with what is next, the most urgent first. */
export function HomePage(): ReactElement {
  const rows = useHealths()
  const now = useNow()
  const { data: watches = [] } = useQuery(queries.watches)
  const isWatching = watches.length > 0
  const [text, setText] = useState('')
  const found = new Set(
    filterProfiles(
      rows.map(({ profile }) => profile),
      text.trim(),
    ),
  )
  const shown = rows.filter(({ profile }) => found.has(profile))
  return (
    <>
      <HomeHeader
        actions={
          rows.length > fewProfiles && (
            <TextInput
              type="search"
              size="xs"
              aria-label="Filter the table"
              placeholder="Filter"
              leftSection={<IconFilter size={13} aria-hidden />}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )
        }
      />
      <div className={classes['frame']}>
        <div className={classes['body']}>
          <div className={classes['content']}>
            <HomeTable rows={shown} now={now} />
            <p className={classes['none']} role="status">
              {rows.length > 0 && shown.length === 0 && 'No matching profiles'}
            </p>
            {isWatching && (
              <Suspense>
                <WatchedLists profiles={shown.map(({ profile }) => profile)} />
              </Suspense>
            )}
          </div>
        </div>
      </div>
    </>
  )
}
