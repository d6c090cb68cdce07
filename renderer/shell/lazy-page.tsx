import { createElement, use, type ComponentType, type ReactElement } from 'react'

/** A page with its own code file, which is loaded when the page is first shown, or before. */
export interface LazyPage<Props extends object> {
  (props: Props): ReactElement
  /** Reads the page's code, so that it then shows at once. */
  readonly load: () => Promise<unknown>
}

/**
 * Creates a lazy component like React's `lazy`, but renders a loaded page immediately: `lazy` would show its fallback
 * for a moment, and React keeps each fallback for 300 ms.
 */
export function lazyPage<Props extends object>(read: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let page: ComponentType<Props> | undefined
  let reading: Promise<ComponentType<Props>> | undefined
  const load = (): Promise<ComponentType<Props>> =>
    (reading ??= read().then((component) => {
      page = component
      return component
    }))
  const Shown = (props: Props): ReactElement => createElement(page ?? use(load()), props)
  return Object.assign(Shown, { load })
}
