import { useMutation } from '@tanstack/react-query'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { watchTitle } from '#shared/watches/watch-messages.ts'
import type { Watch } from '#shared/watches/watch.ts'
import { call } from '../platform/clavis.ts'
import { attempt, showError } from '../ui/dialog/show-error.tsx'
import { count } from '../ui/text/count.ts'

/** Returns the command that loads a watch now, or stops its load. Its button stays enabled meanwhile, so that it keeps the focus. */
export function useLoadNow({ id: watchId, profileId, isLoading }: Watch): {
  readonly label: string
  readonly run: () => void
} {
  const loading = useMutation({
    mutationFn: () => call('watches.load', { profileId, watchId }),
    onError: (error) => {
      const isStopped = error instanceof ClavisError && error.code === 'cancelled'
      if (!isStopped) showError('Couldn’t load the list', error)
    },
  })
  if (isLoading)
    return {
      label: 'Stop',
      run: () => attempt('Couldn’t stop the load', call('watches.stop', { profileId, watchId })),
    }
  return { label: 'Load now', run: () => !loading.isPending && loading.mutate() }
}

/** Switches a watch on or off. */
export function switchWatch({ id: watchId, profileId, isOn }: Watch): void {
  attempt(
    isOn ? 'Couldn’t switch it off' : 'Couldn’t switch it on',
    call('watches.switch', { profileId, watchId, isOn: !isOn }),
  )
}

/** Asks before a watch is removed. @param withView whether its saved view goes, too */
export async function removeWatch(profile: Profile, watch: Watch, onDone: () => void, withView = false): Promise<void> {
  const { confirmAction } = await import('../ui/dialog/confirm-action.tsx')
  const { id: watchId, profileId, viewName, kept } = watch
  const stays = viewName === undefined ? ' The list stays.' : withView ? '' : ' The saved view stays.'
  confirmAction(profile, {
    question: () => ({
      message: withView
        ? `Remove the view “${viewName}” and its watch?`
        : `Remove the watch of “${watchTitle(watch)}”?`,
      details: [`Its history and the records of ${count(kept.loads, 'load')} are deleted.${stays}`],
      action: withView ? 'Remove both' : 'Remove watch',
    }),
    isDangerous: true,
    run: async () => {
      await call('watches.remove', { profileId, watchId })
      onDone()
    },
  })
}
