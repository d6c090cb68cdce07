import { Button, type ButtonProps, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { keySizes, type KeySize } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { showError } from '../ui/dialog/show-error.tsx'

/** The size of a key unless the person chooses another one. */
export const defaultKeySize: KeySize = 2048

const descriptions: Readonly<Record<KeySize, string>> = {
  2048: 'most common',
  3072: 'stronger, slightly slower',
  4096: 'strongest; some portals don’t accept it',
}

export function useCreateKey({ id: profileId }: Pick<Profile, 'id'>): UseMutationResult<unknown, Error, KeySize> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (keySize: KeySize) => call('credentials.createKey', { profileId, keySize }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.credentials(profileId).queryKey })
      notifySuccess('Key created', 'It’s stored in your keychain. Next, create its CSR.')
    },
    onError: (error) => showError('Couldn’t create the key', error),
  })
}

interface KeySizeButtonProps {
  readonly label: string
  readonly loading: boolean
  readonly disabled?: boolean
  readonly isPrimary?: boolean
  readonly size?: NonNullable<ButtonProps['size']>
  readonly onChoose: (keySize: KeySize) => void
}

/** A button that creates a key at once, with the sizes other than the default in a menu beside it. */
export function KeySizeButton(props: KeySizeButtonProps): ReactElement {
  const { label, loading, disabled = false, isPrimary = true, size = 'sm', onChoose } = props
  const variant = isPrimary ? 'filled' : 'default'
  return (
    <Button.Group>
      <Button
        size={size}
        variant={variant}
        loading={loading}
        disabled={disabled}
        onClick={() => onChoose(defaultKeySize)}
      >
        {label}
      </Button>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            size={size}
            px={7}
            ml={isPrimary ? 1 : 0}
            variant={variant}
            disabled={disabled || loading}
            aria-label={`${label} of another size`}
          >
            <IconChevronDown size={15} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {keySizes.map((size) => (
            <Menu.Item key={size} onClick={() => onChoose(size)}>
              RSA {size}: {descriptions[size]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
