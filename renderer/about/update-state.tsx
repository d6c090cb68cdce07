import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../platform/calls/clavis.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { openLink } from '../ui/json/open-link.ts'

/** Whether there is a newer version. Checked when it is shown, and only if the data folder names a feed. */
export function UpdateState(): ReactElement {
  const check = useQuery({
    queryKey: ['app.checkForUpdate'],
    queryFn: () => call('app.checkForUpdate'),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (check.isError) return <ErrorPanel error={check.error} onRetry={() => void check.refetch()} />
  switch (check.data?.state) {
    case undefined:
      return <>Checking…</>
    case 'off':
      return <>Clavis doesn’t check for updates.</>
    case 'current':
      return <>Up to date</>
    case 'untrusted':
      return <>The update feed’s signature is not valid, so the feed was ignored.</>
    case 'available': {
      const { version, url } = check.data
      return (
        <Button variant="transparent" p={0} h="auto" onClick={() => openLink(url)}>
          Version {version} is available
        </Button>
      )
    }
  }
}
