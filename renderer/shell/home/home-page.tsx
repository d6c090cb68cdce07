import { TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { fewProfiles, filterProfiles } from '#shared/profiles/profile-filter.ts'
import { useHealths } from '../../health/use-healths.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { HomeHeader } from './home-header.tsx'
import { HomeTable } from './home-table.tsx'
import classes from './home.module.css'

/** Renders every profile with what is next, the most urgent first. */
export function HomePage(): ReactElement {
  const rows = useHealths()
  const now = useNow()
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
          </div>
        </div>
      </div>
    </>
  )
}
