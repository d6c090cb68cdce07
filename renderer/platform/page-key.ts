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
