import type { HandlerContext, HandlersOf } from '../handler-types.ts'

export function practiceHandlers({ services: { practice } }: HandlerContext): HandlersOf<'practice'> {
  return {
    'practice.state': () => practice.state(),
    'practice.start': () => practice.start(),
    'practice.stop': () => practice.stop(),
    'practice.setUp': () => practice.setUp(),
    'practice.tearDown': () => practice.tearDown(),
    'practice.setFaults': ({ faults }) => practice.setFaults(faults),
    'practice.setRecords': ({ records }) => practice.setRecords(records),
    'practice.setData': (data) => practice.setData(data),
  }
}
