import { useEffect, useEffectEvent } from 'react'

/** What the command palette or a page asks of the page that it opens, and what pages ask of the shell. */
export type PageCommand = 'diagnose' | 'load-all' | 'charts' | 'focus-menu' | 'about' | 'help-terms' | 'help-filter'

const handlers = new Map<PageCommand, () => void>()
/** Waits for the page that it opens. */
let pending: PageCommand | undefined

/** Asks the current page for something, or the next one that can do it. @param isOpen whether the current page may do it */
export function sendPageCommand(command: PageCommand, isOpen = true): void {
  const handler = isOpen ? handlers.get(command) : undefined
  pending = handler === undefined ? command : undefined
  handler?.()
}

/** Does what the command palette asks while the component is mounted. @param isReady whether it can be done now */
export function usePageCommand(command: PageCommand, run: () => void, isReady = true): void {
  const handle = useEffectEvent(run)
  useEffect(() => {
    if (!isReady) return undefined
    const handler = (): void => handle()
    handlers.set(command, handler)
    if (pending === command) {
      pending = undefined
      handler()
    }
    return () => {
      if (handlers.get(command) === handler) handlers.delete(command)
    }
  }, [command, isReady])
}

/** A shortcut of the page, as `useHotkeys` takes its handler and options. */
type PageKey = readonly [(event: KeyboardEvent) => void, { readonly preventDefault: false }]

/**
 * Creates a page-wide shortcut that applies only if nothing closer handled the key: dialogs, and the element with the
 * focus, may use it themselves.
 */
export function pageKey(act: () => void): PageKey {
  return [
    (event) => {
      if (event.defaultPrevented || isOverPage(event.target)) return
      event.preventDefault()
      act()
    },
    { preventDefault: false },
  ]
}

function isOverPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null
}
