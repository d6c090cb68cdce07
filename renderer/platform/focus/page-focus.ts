import { useEffect, useRef } from 'react'
import { isFocusLost, standIn } from './focus-lost.ts'

/** How long a page has to put the focus where it wants it, milliseconds. */
const patience = 60

/** Gives the page that is shown the keyboard’s focus where nothing has it. */
export function focusPage(): void {
  const page = document.getElementById('content')
  if (page === null || !isFocusLost()) return
  page.setAttribute(standIn, '')
  page.addEventListener('blur', () => page.removeAttribute(standIn), { once: true })
  page.focus({ preventScroll: true })
}

/**
 * Where the person goes to another page by something of the one that is left, the keyboard’s focus goes on to the new one:
 * Tab leads into it, and the arrow keys scroll it. A page that has something else for it takes it from there.
 * @param path the page’s address
 */
export function usePageFocus(path: string): void {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const timer = setTimeout(focusPage, patience)
    return () => clearTimeout(timer)
  }, [path])
}
