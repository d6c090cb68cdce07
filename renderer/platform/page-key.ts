/** A key of the page, as `useHotkeys` takes its handler and options. */
type PageKey = readonly [(event: KeyboardEvent) => void, { readonly preventDefault: false }]

/**
 * What a key of the page does where nothing nearer has taken it: what lies over the page has its own use for it, and so
 * may have what has the focus.
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
