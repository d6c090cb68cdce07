import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import type { RevealedToken } from './use-revealed-token.ts'
import classes from './token-page.module.css'

/** Shown instead of the hidden token; its length reveals nothing. */
const mask = '•'.repeat(48)

interface TokenSecretProps {
  readonly profileId: ProfileId
  readonly revealed: RevealedToken
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Renders the token, masked until the person reveals it; main copies it without showing it. */
export function TokenSecret({ profileId, revealed, now }: TokenSecretProps): ReactElement {
  async function copy(): Promise<void> {
    try {
      await call('tokens.copy', { profileId })
      notifySuccess('Token copied', 'Clipboard clears in 60 s.')
    } catch (error) {
      showError('Couldn’t copy the token', error)
    }
  }
  const { text } = revealed
  return (
    <Stack gap="xs" mt="sm">
      {text === undefined ? (
        <p className={classes['token']} data-masked>
          <span aria-hidden>{mask}</span>
          <VisuallyHidden>Token hidden</VisuallyHidden>
        </p>
      ) : (
        // A long token scrolls, so that it must be reachable by keyboard.
        <code className={classes['token']} tabIndex={0} role="group" aria-label="Access token">
          {text}
        </code>
      )}
      <Group gap="xs">
        {text === undefined ? (
          <SecondaryButton icon={IconEye} onClick={() => void revealed.reveal()}>
            Reveal
          </SecondaryButton>
        ) : (
          <SecondaryButton icon={IconEyeOff} onClick={revealed.hide}>
            Hide
          </SecondaryButton>
        )}
        <SecondaryButton icon={IconCopy} onClick={() => void copy()}>
          Copy
        </SecondaryButton>
        <Text size="xs" c="dimmed">
          {text === undefined
            ? 'Anyone with this token can act as this client until it expires.'
            : `Hides in ${secondsUntil(revealed.hidesAt, now)} s`}
        </Text>
      </Group>
    </Stack>
  )
}

/** Returns whole seconds; the displayed clock ticks once a second, so it may be before the moment of revealing. */
function secondsUntil(moment: number, now: number): number {
  return Math.min(30, Math.max(0, Math.ceil((moment - now) / 1000)))
}
