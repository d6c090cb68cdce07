import type { HandlerContext, HandlersOf } from '../handler-types.ts'

export function healthHandlers({ services: { healths } }: HandlerContext): HandlersOf<'health'> {
  return { 'health.list': () => healths.list() }
}
