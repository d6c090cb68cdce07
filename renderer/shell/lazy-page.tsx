import { createElement, use, type ComponentType, type ReactElement } from 'react'

/** A page whose code is a file of its own: read when the page is first shown, or before. */
export interface LazyPage<Props extends object> {
  (props: Props): ReactElement
  /** Reads the page's code, so that it then shows at once. */
  readonly load: () => Promise<unknown>
}

/**
 * As React's `lazy`, but a page that was read before shows in the same turn: `lazy` would show its fallback for a moment,
 * and React keeps each fallback for 300 ms.
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
