import { createRoot, type Root } from 'react-dom/client'

/**
 * Creates the page's React root. Separate from React (decision 047): a driver of the window resolves each error's
 * location, and React creates a few errors when it is loaded.
 */
export function createPageRoot(element: HTMLElement): Root {
  return createRoot(element)
}
