import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { RouteLink, useNavigation } from '../../platform/navigation.tsx'
import type { Route } from '../../platform/route.ts'
import classes from './sidebar.module.css'

/** Links to a page that belongs to no profile. */
export function PlaceLink({
  to,
  pages,
  icon: PlaceIcon,
  name,
  isRail,
  children,
}: {
  readonly to: Route
  /** The pages that it stands for, if more than the one that it opens. */
  readonly pages?: readonly Route['page'][]
  readonly icon: Icon
  readonly name: string
  readonly isRail: boolean
  readonly children?: ReactNode
}): ReactElement {
  const { route } = useNavigation()
  return (
    <RouteLink
      className={classes['item']}
      to={to}
      title={isRail ? name : undefined}
      aria-current={(pages ?? [to.page]).includes(route.page) ? 'page' : undefined}
    >
      <PlaceIcon size={16} aria-hidden />
      <span className={classes['name']}>{name}</span>
      {children}
    </RouteLink>
  )
}
