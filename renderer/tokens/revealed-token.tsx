import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useState, type ReactElement } from 'react'
import type { ProfileId } from '../../shared/model/profile.ts'
import { call } from '../app/clavis.ts'
import { showError } from '../ui/show-error.tsx'
import classes from './token-page.module.css'

/** How long a revealed token stays on the screen, milliseconds. */
const shownFor = 30_000

/** The token itself, only where the person asks: shown for half a minute, or copied by main without being shown. */
export function RevealedToken({ profileId }: { readonly profileId: ProfileId }): ReactElement {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    if (token === undefined) return undefined
    const timer = setTimeout(() => setToken(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [token])

  async function reveal(): Promise<void> {
    try {
      setToken((await call('tokens.reveal', { profileId })).accessToken)
    } catch (error) {
      showError('The token cannot be shown', error)
    }
  }
  async function copy(): Promise<void> {
    try {
      await call('tokens.copy', { profileId })
      notifications.show({
        color: 'green',
        title: 'Token copied',
        message: 'The clipboard is cleared after 60 seconds if it still holds it.',
      })
    } catch (error) {
      showError('The token was not copied', error)
    }
  }

  return (
    <Stack gap="xs">
      <Group gap="xs">
        {token === undefined ? (
          <Button variant="default" leftSection={<IconEye size={15} />} onClick={() => void reveal()}>
            Reveal
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconEyeOff size={15} />} onClick={() => setToken(undefined)}>
            Hide
          </Button>
        )}
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
          Copy
        </Button>
        <Text size="xs" c="dimmed">
          Whoever has it can act as this client until it ends.
        </Text>
      </Group>
      {token !== undefined && (
        <code className={classes['token']} aria-label="Access token">
          {token}
        </code>
      )}
    </Stack>
  )
}
