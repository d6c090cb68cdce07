import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { useHealths } from '../../health/use-healths.ts'
import { RouteLink, useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import type { Route } from '../../platform/route.ts'
import { attentionSentence } from './attention-sentence.ts'
import classes from './home.module.css'

const tabs: readonly { readonly to: Route; readonly name: string }[] = [
  { to: { page: 'home' }, name: 'Profiles' },
  { to: { page: 'timeline' }, name: 'Certificate timeline' },
  { to: { page: 'replacements' }, name: 'Replacements' },
]

/** Renders the heading and the tabs of Home's pages. @param actions of the page that is shown */
export function HomeHeader({ actions }: { readonly actions?: ReactNode }): ReactElement {
  const { route } = useNavigation()
  const rows = useHealths()
  const { data: replacements = [] } = useQuery(queries.replacements)
  const underWay = replacements.filter(({ step }) => step !== 'done').length
  return (
    <header className={classes['header']}>
      <div className={classes['title']}>
        <h1>Home</h1>
        {rows.length > 0 && <span className={classes['sentence']}>{attentionSentence(rows)}</span>}
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
      <nav className={classes['tabs']} aria-label="Pages of Home">
        {tabs.map(({ to, name }) => (
          <RouteLink
            key={to.page}
            className={classes['tab']}
            to={to}
            aria-current={route.page === to.page ? 'page' : undefined}
          >
            {name}
            {to.page === 'replacements' && underWay > 0 && <span className={classes['count']}>{underWay}</span>}
          </RouteLink>
        ))}
      </nav>
    </header>
  )
}
