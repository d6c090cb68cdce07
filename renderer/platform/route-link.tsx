import type { AnchorHTMLAttributes, MouseEvent, ReactElement } from 'react'
import { useNavigation } from './navigation.tsx'
import { pathOfRoute, type Route } from './route.ts'

/** A link to a place in the window. Every kind of click stays in this window: there is only one. */
export function RouteLink({
  to,
  children,
  ...rest
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & { readonly to: Route }): ReactElement {
  const { go } = useNavigation()
  function follow(event: MouseEvent): void {
    event.preventDefault()
    go(to)
  }
  return (
    <a {...rest} href={`#${pathOfRoute(to)}`} onClick={follow} draggable={false}>
      {children}
    </a>
  )
}
