import { IconChevronRight, IconTable } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { listNames, listTitles } from '../../shared/model/profile/list-name.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { RouteLink } from '../platform/navigation/route-link.tsx'
import { Panel } from '../ui/layout/panel/panel.tsx'
import classes from './list-shortcuts.module.css'

/** The way to each of the three lists. */
export function ListShortcuts({ profile }: { readonly profile: Profile }): ReactElement {
  return (
    <Panel title="Lists">
      <div className={classes['shortcuts']}>
        {listNames.map((list) => (
          <RouteLink key={list} className={classes['shortcut']} to={{ page: 'lists', profileId: profile.id, list }}>
            <IconTable size={16} aria-hidden />
            <span>{listTitles[list]}</span>
            <IconChevronRight size={15} aria-hidden />
          </RouteLink>
        ))}
      </div>
    </Panel>
  )
}
