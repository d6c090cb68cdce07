import { Button, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChevronDown,
  IconCopyPlus,
  IconDeviceFloppy,
  IconEye,
  IconHistory,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { Fragment, type ReactElement, type RefObject } from 'react'
import { listNames, listTitles, type ListName } from '#shared/profiles/list-name.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { MenuItem } from '../../ui/controls/buttons.tsx'
import type { ViewControl, WatchControl } from './use-saved-views.ts'
import classes from './list-menu.module.css'

/** Names the list and its open view, and opens the profile's other lists and views. */
export function ListMenu({
  list,
  control: { profileId, saved, open, isChanged, openSaved, leave, askForName, resetChanges, duplicate },
  watch,
  button,
}: {
  readonly list: ListName
  readonly control: ViewControl
  readonly watch: WatchControl
  readonly button: RefObject<HTMLButtonElement | null>
}): ReactElement {
  const { go } = useNavigation()
  const title = open === undefined ? listTitles[list] : `${listTitles[list]} · ${open.name}`
  function choose(chosen: string): void {
    const view = saved.find(({ id }) => id === chosen)
    const other = listNames.find((name) => name === chosen)
    if (view !== undefined) openSaved(view)
    else if (other === list) leave()
    else if (other !== undefined) go({ page: 'lists', profileId, list: other })
  }
  return (
    <Menu position="bottom-start" width={280} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          size="xs"
          className={classes['name'] ?? ''}
          aria-label={`List: ${title}`}
          data-page-choice="list"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <bdi className={classes['nameText']}>{title}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown data-page-choice="list">
        <Menu.RadioGroup value={open?.id ?? list} onChange={choose}>
          {listNames.map((name) => (
            <Fragment key={name}>
              <Menu.RadioItem value={name} closeMenuOnClick>
                {listTitles[name]}
              </Menu.RadioItem>
              {saved
                .filter((view) => view.list === name)
                .map((view) => (
                  <Menu.RadioItem key={view.id} value={view.id} closeMenuOnClick className={classes['view'] ?? ''}>
                    <bdi>{view.name}</bdi>
                  </Menu.RadioItem>
                ))}
            </Fragment>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <MenuItem icon={IconDeviceFloppy} onClick={() => askForName('save')}>
          Save view…
        </MenuItem>
        {open !== undefined && (
          <>
            {isChanged && (
              <MenuItem icon={IconArrowBackUp} onClick={resetChanges}>
                Reset changes
              </MenuItem>
            )}
            <MenuItem icon={IconPencil} onClick={() => askForName('rename')}>
              Rename view…
            </MenuItem>
            <MenuItem icon={IconCopyPlus} onClick={duplicate}>
              Duplicate view
            </MenuItem>
            <MenuItem icon={IconTrash} isDangerous onClick={watch.removeView}>
              {watch.showHistory === undefined ? 'Remove view' : 'Remove view…'}
            </MenuItem>
          </>
        )}
        <Menu.Divider />
        <MenuItem icon={IconEye} disabled={watch.edit === undefined} onClick={watch.edit}>
          {watch.showHistory === undefined ? 'Watch…' : 'Change watch…'}
        </MenuItem>
        {watch.showHistory !== undefined && (
          <MenuItem icon={IconHistory} onClick={watch.showHistory}>
            Watch history
          </MenuItem>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
