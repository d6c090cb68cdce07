import { ClavisError } from '#shared/errors.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'

export function watchHandlers({ services: { watches, watchRunner } }: HandlerContext): HandlersOf<'watches'> {
  const list: HandlersOf<'watches'>['watches.list'] = () => watches.list((watchId) => watchRunner.isLoading(watchId))
  return {
    'watches.list': list,
    'watches.history': ({ profileId, watchId }) => watches.history(profileId, watchId),
    'watches.notices': () => watches.notices(),
    'watches.cost': ({ profileId, list }) => watches.cost(profileId, list),
    'watches.set': async ({ settings, ...place }, caller) => {
      const id = await watches.set(place, settings, caller.confirm)
      const watch = (await list(undefined, caller)).find((each) => each.id === id)
      if (watch === undefined) throw new ClavisError('input-invalid', 'This watch was removed.')
      return watch
    },
    'watches.switch': ({ profileId, watchId, isOn }, { confirm }) => watches.switch(profileId, watchId, isOn, confirm),
    'watches.remove': ({ profileId, watchId }, { confirm }) => watches.remove(profileId, watchId, confirm),
    'watches.load': ({ profileId, watchId }, { confirm }) => watchRunner.load(profileId, watchId, confirm),
    'watches.stop': async ({ profileId, watchId }) => {
      await watches.find(profileId, watchId)
      watchRunner.stop(watchId)
    },
    'watches.snooze': ({ profileId, watchId, until }, { confirm }) =>
      watches.snooze(profileId, watchId, until, confirm),
    'watches.dismiss': ({ profileId, watchId }) => watches.dismiss(profileId, watchId),
  }
}
