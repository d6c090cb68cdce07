import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { RouteLink, useNavigation } from '../../platform/navigation.tsx'
import type { Route } from '../../platform/route.ts'
import classes from './sidebar.module.css'

/** Links to a page that belongs to no profile. */
export function PlaceLink({
  to,
  icon: PlaceIcon,
  name,
  children,
}: {
  readonly to: Route
  readonly icon: Icon
  readonly name: string
  readonly children?: ReactNode
}): ReactElement {
  const { route } = useNavigation()
  return (
    <RouteLink
      className={classes['item']}
      to={to}
      title={name}
      aria-current={route.page === to.page ? 'page' : undefined}
    >
      <PlaceIcon size={16} aria-hidden />
      <span className={classes['name']}>{name}</span>
      {children}
    </RouteLink>
  )
}
