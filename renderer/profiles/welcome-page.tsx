import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconCertificate, IconFileImport, IconKey, IconListSearch, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement, type ReactNode } from 'react'
import { call, useClavisEvent } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { testProfile } from '../tokens/connection.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Later } from '../ui/controls/later.tsx'
import { Mark } from '../ui/layout/logo.tsx'
import { PageBody } from '../ui/layout/page-body.tsx'
import { useProfileActions } from './use-profile-actions.tsx'
import { WelcomePreview } from './welcome-preview.tsx'
import classes from './welcome-page.module.css'

/** Renders the first screen: what Clavis is for, and the quickest way to try it. */
export function WelcomePage(): ReactElement {
  const { go } = useNavigation()
  const client = useQueryClient()
  const { importFile } = useProfileActions()
  const [progress, setProgress] = useState('Starting the simulator…')
  useClavisEvent('practice.progress', ({ ready, profiles }) => {
    setProgress(ready < profiles ? `Creating keys… ${ready + 1} of ${profiles}` : 'Testing the connection…')
  })
  const setUp = useMutation({
    mutationFn: async () => {
      const made = await call('practice.setUp')
      // The profile that is most like everyday work, with every step done.
      const first = made.find(({ environment, flavor }) => environment === 'client-testing' && flavor === 'jwt')
      if (first !== undefined) await testProfile(client, first)
      await client.invalidateQueries({ queryKey: queries.profiles.queryKey })
      return first ?? made[0]
    },
  })
  function start(): void {
    // Not called if the person has navigated elsewhere in the meantime.
    setUp.mutate(undefined, {
      onSuccess: (first) => {
        if (first !== undefined) go({ page: 'overview', profileId: first.id })
      },
    })
  }

  return (
    <PageBody>
      <div className={classes['welcome']}>
        <div className={classes['start']}>
          <Mark size={44} />
          <h1 className={classes['title']}>Keys, tokens and reports in one place</h1>
          <Stack component="ul" gap="sm" mb="xl" fz="md">
            <Point icon={<IconKey />}>Keys and secrets stay in your computer’s keychain.</Point>
            <Point icon={<IconCertificate />}>Get warned before an expiring certificate takes you offline.</Point>
            <Point icon={<IconListSearch />}>Get a token and browse report lists of any length.</Point>
          </Stack>

          <Group gap={10}>
            <Button size="md" rightSection={<IconArrowRight size={17} />} disabled={setUp.isPending} onClick={start}>
              Try the practice service
            </Button>
            <SecondaryButton size="md" icon={IconPlus} onClick={() => go({ page: 'new-profile' })}>
              New profile
            </SecondaryButton>
            <SecondaryButton size="md" icon={IconFileImport} onClick={() => void importFile()}>
              Import profile file…
            </SecondaryButton>
          </Group>
          <div className={classes['below']} aria-live="polite">
            {setUp.isPending && (
              <Later>
                <Group gap={10} fz="sm" c="dimmed">
                  <Loader size={14} aria-hidden />
                  {progress}
                </Group>
              </Later>
            )}
            {setUp.isIdle && (
              <Text size="sm" c="dimmed" maw="70ch">
                A local simulator of the payments API. No account, no network. Remove it at any time.
              </Text>
            )}
            {setUp.isError && <ErrorPanel error={setUp.error} onRetry={() => setUp.mutate()} />}
          </div>
        </div>
        <WelcomePreview />
      </div>
    </PageBody>
  )
}

function Point({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }): ReactElement {
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <span className={classes['pointIcon']} aria-hidden>
        {icon}
      </span>
      {children}
    </Group>
  )
}
