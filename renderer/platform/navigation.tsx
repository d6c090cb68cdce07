import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
} from 'react'
import type { ListName } from '#shared/profiles/list-name.ts'
import { showQuestion } from './dialogs.ts'
import { pathOfRoute, type Route, routeOfPath } from './route.ts'

interface AskFirstProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly cancel?: string
  readonly run: () => void
}

/** Asks before an action that can't be undone. */
export function askFirst({ title, text, action, cancel = 'Cancel', run }: AskFirstProps): void {
  showQuestion({
    title,
    children: text,
    labels: { cancel, confirm: action },
    confirmProps: { color: 'red' },
    onConfirm: run,
  })
}

export type { Route } from './route.ts'

export interface Navigation {
  readonly route: Route
  /** The list that was shown last, of any profile. */
  readonly lastList: ListName
  /**
   * Navigates to a route; asks first if the page has unsaved changes. Does nothing if it is the current one, so that
   * Back still works.
   * @param how replace: Back doesn't lead to the current route again, which has nothing to show any more
   */
  readonly go: (route: Route, how?: 'push' | 'replace') => void
}

/** The reasons not to leave the page that is shown, for example a form with unsaved changes, by their ids. */
type LeaveGuards = Set<string>

const NavigationContext = createContext<(Navigation & { readonly guards: LeaveGuards }) | undefined>(undefined)

function record(route: Route, how: 'push' | 'replace'): void {
  const path = pathOfRoute(route)
  if (how === 'push') history.pushState(null, '', `#${path}`)
  else history.replaceState(null, '', `#${path}`)
}

function isHere(route: Route): boolean {
  return location.hash === `#${pathOfRoute(route)}`
}

function askToLeave(guards: LeaveGuards, leave: () => void): void {
  if (guards.size === 0) {
    leave()
    return
  }
  askFirst({
    title: 'Discard unsaved changes?',
    text: 'Your changes on this page are not saved.',
    action: 'Discard changes',
    cancel: 'Keep editing',
    run: leave,
  })
}

interface NavigationProviderProps {
  readonly initial: Route
  readonly children: ReactNode
}

/** Holds the route in the address, so that Back and Forward work and a reload stays. */
export function NavigationProvider({ initial, children }: NavigationProviderProps): ReactElement {
  const [route, setRoute] = useState(initial)
  const [lastList, setLastList] = useState<ListName>('reports')
  const [guards] = useState<LeaveGuards>(() => new Set())
  if ('list' in route && route.list !== lastList) setLastList(route.list)

  const go = useCallback(
    (next: Route, how: 'push' | 'replace' = 'push'): void => {
      // Nothing would change, and Back would lead to the same page.
      if (isHere(next)) return
      askToLeave(guards, () => {
        record(next, how)
        setRoute(next)
      })
    },
    [guards],
  )

  const onBackOrForward = useEffectEvent(() => {
    const next = routeOfPath(location.hash)
    if (next === undefined) return
    if (guards.size === 0) {
      record(next, 'replace')
      setRoute(next)
      return
    }
    // The browser has navigated already: restores the current route, then asks.
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

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (navigation === undefined) throw new Error('useNavigation is used outside NavigationProvider')
  return navigation
}

/** Asks before the page is left while `unsaved` is true. */
export function useLeaveGuard(unsaved: boolean): void {
  const guards = use(NavigationContext)?.guards
  const name = useId()
  useEffect(() => {
    if (unsaved) guards?.add(name)
    return () => void guards?.delete(name)
  }, [guards, name, unsaved])
}

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
