import { modals } from '@mantine/modals'
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { LeaveGuards } from './leave-guards.ts'
import { lastingRoute, pathOfRoute, routeOfPath, type Route } from './route.ts'

export type { Route } from './route.ts'

/** Where the person is, and how to go elsewhere. */
export interface Navigation {
  readonly route: Route
  /** The list that was looked at last, of whichever profile. */
  readonly lastList: ListName
  /**
   * Goes to a route; asks first where the page that is left holds unsaved changes. Who is there already stays, and Back
   * leads to where they came from.
   */
  readonly go: (route: Route) => void
}

const NavigationContext = createContext<(Navigation & { readonly guards: LeaveGuards }) | undefined>(undefined)

/** Keeps the last place over a restart; it holds a profile's id at most. */
const lastPlaceKey = 'clavis.place'

/** The place the window showed last, if it is still a place. */
export function lastPlace(): Route | undefined {
  return routeOfPath(location.hash) ?? routeOfPath(localStorage.getItem(lastPlaceKey) ?? '')
}

/** Writes a route into the address and remembers it. */
function record(route: Route, how: 'push' | 'replace'): void {
  const path = pathOfRoute(route)
  if (how === 'push') history.pushState(null, '', `#${path}`)
  else history.replaceState(null, '', `#${path}`)
  localStorage.setItem(lastPlaceKey, pathOfRoute(lastingRoute(route)))
}

function isHere(route: Route): boolean {
  return location.hash === `#${pathOfRoute(route)}`
}

function askToLeave(guards: LeaveGuards, leave: () => void): void {
  if (!guards.active) {
    leave()
    return
  }
  modals.openConfirmModal({
    title: 'Discard unsaved changes?',
    children: 'Your changes on this page are not saved.',
    labels: { cancel: 'Keep editing', confirm: 'Discard changes' },
    confirmProps: { color: 'red' },
    onConfirm: leave,
  })
}

/** Holds the route in the address, so that Back and Forward work and a reload stays. */
export function NavigationProvider({
  initial,
  children,
}: {
  readonly initial: Route
  readonly children: ReactNode
}): ReactElement {
  const [route, setRoute] = useState(initial)
  const [lastList, setLastList] = useState<ListName>('reports')
  const [guards] = useState(() => new LeaveGuards())
  if (route.page === 'lists' && route.list !== lastList) setLastList(route.list)

  const go = useCallback(
    (next: Route): void => {
      // Nothing is left by it, and Back would lead to where the person is.
      if (isHere(next)) return
      askToLeave(guards, () => {
        record(next, 'push')
        setRoute(next)
      })
    },
    [guards],
  )

  const onBackOrForward = useEffectEvent(() => {
    const next = routeOfPath(location.hash)
    if (next === undefined) return
    if (!guards.active) {
      record(next, 'replace')
      setRoute(next)
      return
    }
    // The browser has moved already: stand where the person still is, then ask.
    record(route, 'push')
    go(next)
  })

  useEffect(() => record(initial, 'replace'), [initial])
  useEffect(() => {
    const listener = (): void => onBackOrForward()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])

  const value = useMemo(() => ({ route, lastList, go, guards }), [route, lastList, go, guards])
  return <NavigationContext value={value}>{children}</NavigationContext>
}

/** Where the person is, and how to go elsewhere. */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (navigation === undefined) throw new Error('useNavigation is used outside NavigationProvider')
  return navigation
}

/** While `unsaved` is true, leaving the page asks first. */
export function useLeaveGuard(unsaved: boolean): void {
  const guards = use(NavigationContext)?.guards
  const name = useId()
  useEffect(() => {
    guards?.set(name, unsaved)
    return () => guards?.set(name, false)
  }, [guards, name, unsaved])
}
