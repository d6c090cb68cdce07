import { createRoot, type Root } from 'react-dom/client'

/**
 * What the page is drawn into. Stands beside React in a file of its own (decision 047): whoever drives the window from
 * outside has each error's place looked up, and React makes a few errors in advance while it is read.
 */
export function createPageRoot(element: HTMLElement): Root {
  return createRoot(element)
}
