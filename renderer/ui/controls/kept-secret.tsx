import { Group } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconLock } from '@tabler/icons-react'
import type { ReactElement } from 'react'

interface KeptSecretProps {
  readonly kept: boolean | undefined
  readonly unknown: string
  readonly found: string
  readonly missing: string
}

/** Says whether the keychain has a secret. @param props.kept undefined until it was checked */
export function KeptSecret({ kept, unknown, found, missing }: KeptSecretProps): ReactElement {
  const [Icon, words, color] =
    kept === undefined
      ? ([IconLock, unknown, 'dimmed'] as const)
      : kept
        ? ([IconCircleCheck, found, 'var(--clavis-good)'] as const)
        : ([IconCircleDashed, missing, 'var(--clavis-warn)'] as const)
  return (
    <Group gap={7} wrap="nowrap" fz="sm" c={color} aria-live="polite">
      <Icon size={15} aria-hidden />
      {words}
    </Group>
  )
}
