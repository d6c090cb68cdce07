import { useEffect, useEffectEvent } from 'react'
import { call, useClavisEvent } from '../platform/calls/clavis.ts'
import { useNavigation } from '../platform/navigation/navigation.tsx'
import { showError } from '../ui/dialog/show-error.tsx'

/** Opens the credential whose notification or tray item was clicked, also if the click opened the window. */
export function useOpenCredential(): void {
  const { go } = useNavigation()
  const open = useEffectEvent((place: { readonly profileId: string; readonly credentialId?: string } | undefined) => {
    if (place !== undefined) go({ page: 'credentials', ...place })
  })
  useClavisEvent('app.openCredential', (place) => go({ page: 'credentials', ...place }))
  useEffect(() => {
    call('app.takeCredentialToOpen')
      .then((place) => open(place))
      .catch((error: unknown) => showError('Couldn’t open the credential', error))
  }, [])
}
