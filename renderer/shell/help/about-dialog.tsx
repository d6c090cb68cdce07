import { Box, Button, Text, Title } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AppInfo } from '#shared/settings/app-settings.ts'
import { call } from '../../platform/clavis.ts'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { notifySuccess } from '../../ui/controls/notify.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import { openLink } from '../../ui/json/open-link.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { Copyable } from '../../ui/text/copy-button.tsx'
import { diagnosticsText } from './diagnostics-text.ts'
import classes from './about-dialog.module.css'

/** A package in the app, with its license. */
export interface RuntimePackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly licenseText: string
}

// Vite replaces these names when it builds the page.
declare const CLAVIS_HOMEPAGE: string | undefined
declare const CLAVIS_RUNTIME_PACKAGES: readonly RuntimePackage[]

/** Where Clavis is published, if that was known when it was built. */
export const homepage = CLAVIS_HOMEPAGE
/** Every package in the app, by name. */
export const runtimePackageList = CLAVIS_RUNTIME_PACKAGES

let isOpen = false

/** Opens the dialog about the app, unless it is open. */
export function openAboutDialog(): void {
  if (isOpen) return
  isOpen = true
  openDialog('About Clavis', () => <About />, { size: 'lg', onClose: () => (isOpen = false) })
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

/** Whether there is a newer version. Checked when it is shown, and only if the data folder names a feed. */
function UpdateState(): ReactElement {
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

/** The licenses of every package in the app; each opens to its text. */
function Licenses(): ReactElement {
  return (
    <Box component="section" mt="lg" aria-label="Licenses">
      <Title order={3} size="h4">
        Licenses
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        Clavis is built with these packages. Chromium’s licenses are in LICENSES.chromium.html beside the app.
      </Text>
      {runtimePackageList.map(({ name, version, license, licenseText }) => (
        <details key={`${name} ${version}`} className={classes['package']}>
          <summary>
            {name} {version} · {license}
          </summary>
          <CodeBlock label={`License of ${name}`} mt="xs" mah="none">
            {licenseText === '' ? 'The package has no license text.' : licenseText}
          </CodeBlock>
        </details>
      ))}
    </Box>
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
