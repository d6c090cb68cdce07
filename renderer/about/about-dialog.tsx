import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCopy } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { AppInfo } from '../../shared/model/settings/app-settings.ts'
import { queries } from '../platform/calls/queries.ts'
import { openInformation } from '../ui/dialog/open-dialog.tsx'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { openLink } from '../ui/json/open-link.ts'
import { Facts } from '../ui/layout/facts.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { notifySuccess } from '../ui/feedback/notify.ts'
import { showError } from '../ui/dialog/show-error.tsx'
import { SecondaryButton } from '../ui/controls/secondary-button.tsx'
import { call } from '../platform/calls/clavis.ts'
import { diagnosticsText } from './diagnostics-text.ts'
import { homepage } from './build-facts.ts'
import { Licenses } from './licenses.tsx'
import { UpdateState } from './update-state.tsx'

let isOpen = false

/** Opens the dialog about the app, unless it is open. */
export function openAboutDialog(): void {
  if (isOpen) return
  isOpen = true
  openInformation('About Clavis', () => <About />, { size: 'lg', onClose: () => (isOpen = false) })
}

function About(): ReactElement {
  const info = useQuery(queries.appInfo)
  if (info.isError) return <ErrorPanel error={info.error} onRetry={() => void info.refetch()} />
  if (info.data === undefined) return <></>
  const { version, electronVersion, chromiumVersion, nodeVersion, platform, dataFolder } = info.data
  return (
    <>
      <Facts
        items={[
          { label: 'Version', value: version },
          { label: 'Updates', value: <UpdateState /> },
          { label: 'Releases', value: <Releases /> },
          { label: 'Electron', value: electronVersion },
          { label: 'Chromium', value: chromiumVersion },
          { label: 'Node', value: nodeVersion },
          { label: 'Platform', value: platform },
          {
            label: 'Data folder',
            value: <Copyable text={dataFolder} label="Copy folder" />,
          },
        ]}
      />
      <SecondaryButton mt="md" icon={IconCopy} onClick={() => void copyDiagnostics(info.data)}>
        Copy diagnostics
      </SecondaryButton>
      <Licenses />
    </>
  )
}

function Releases(): ReactElement {
  if (homepage === undefined) return <>Where you got Clavis</>
  const address = `${homepage}/releases`
  return (
    <Button variant="transparent" p={0} h="auto" onClick={() => openLink(address)}>
      {address}
    </Button>
  )
}

/** Copies what a bug report should have; it contains no secret. */
async function copyDiagnostics(info: AppInfo): Promise<void> {
  try {
    const [profiles, activity] = await Promise.all([call('profiles.list'), call('activity.list', { limit: 500 })])
    await call('app.copyText', { text: diagnosticsText(info, profiles, activity) })
    notifySuccess('Diagnostics copied', 'Versions, kinds of profiles and error codes; no names, addresses or secrets.')
  } catch (error) {
    showError('Couldn’t copy the diagnostics', error)
  }
}
