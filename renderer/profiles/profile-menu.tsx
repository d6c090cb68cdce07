import { Menu } from '@mantine/core'
import {
  IconArrowUpRight,
  IconBell,
  IconCopyPlus,
  IconDots,
  IconFileExport,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { useReadOnly } from '../platform/queries.ts'
import { IconButton, MenuItem, SecondaryButton } from '../ui/controls/buttons.tsx'
import { openWhenLoaded } from '../ui/dialog/show-error.tsx'
import { useProfileActions } from './use-profile-actions.tsx'

export function ProfileMenu({ profile }: { readonly profile: Profile }): ReactElement {
  const { go } = useNavigation()
  const actions = useProfileActions()
  const readOnly = useReadOnly(profile)
  return (
    <>
      <SecondaryButton
        icon={IconPencil}
        disabled={readOnly}
        onClick={() => go({ page: 'edit-profile', profileId: profile.id })}
      >
        Edit
      </SecondaryButton>
      <Menu position="bottom-end" width={210}>
        <Menu.Target>
          <IconButton
            label={`More actions for ${profile.name}`}
            tooltip="More actions"
            icon={IconDots}
            variant="default"
            size={32}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem icon={IconCopyPlus} disabled={readOnly} onClick={() => actions.duplicate(profile)}>
            Duplicate…
          </MenuItem>
          {profile.environment === 'client-testing' && (
            <MenuItem icon={IconArrowUpRight} onClick={() => go({ page: 'new-profile', from: profile.id })}>
              Copy to Production…
            </MenuItem>
          )}
          <MenuItem icon={IconFileExport} onClick={() => void actions.exportFile([profile])}>
            Export to a file…
          </MenuItem>
          {needsCertificate(profile) && (
            <MenuItem icon={IconBell} disabled={readOnly} onClick={() => openThresholds(profile)}>
              Warnings…
            </MenuItem>
          )}
          <Menu.Divider />
          <MenuItem isDangerous icon={IconTrash} disabled={readOnly} onClick={() => actions.remove(profile)}>
            Delete…
          </MenuItem>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function openThresholds(profile: Profile): void {
  openWhenLoaded(import('../expiry/profile-thresholds.tsx'), ({ openProfileThresholds }) =>
    openProfileThresholds(profile),
  )
}
