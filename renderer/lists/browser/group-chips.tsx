import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { timeUnits, type GroupLevel } from '#shared/lists/list.ts'
import { IconButton, SecondaryButton } from '../../ui/controls/buttons.tsx'
import { shownTitle, type ArrangedColumn } from '../model/column-layout.ts'
import { canGroupWithin } from '../model/list-query.ts'
import type { ListView } from './use-list-view.ts'

/** Stands for no unit: each distinct date is a group. */
const eachValue = 'value'

/** Lists the columns that the table is grouped by, to change how and to remove them. */
export function GroupChips({
  view: {
    query: { groups, setGroups },
    table: { columns, sums },
  },
}: {
  readonly view: ListView
}): ReactElement | null {
  if (groups.length === 0) return null
  const { arranged } = columns
  const mixed = sums?.columns.find((_, place) =>
    sums.table.groups.some((group) => (group.sums[place]?.length ?? 0) > 1),
  )
  const currencyPath = mixed?.currencyPath
  const change = (place: number, level: GroupLevel): void => setGroups(groups.with(place, level))
  return (
    <Group component="ul" gap={6} aria-label="Groups" p={0} m={0} style={{ listStyle: 'none' }}>
      {groups.map((level, place) => (
        <li key={level.path}>
          <Button.Group>
            <LevelMenu
              level={level}
              label={`${place === 0 ? 'Group' : 'Then by'}: ${levelName(level, arranged)}`}
              isDate={arranged.find(({ path }) => path === level.path)?.type === 'datetime'}
              onChange={(changed) => change(place, changed)}
            />
            <IconButton
              label={`Remove group: ${shownTitle(level.path, arranged)}`}
              tooltip="Remove group"
              icon={IconX}
              size={24}
              iconSize={13}
              onClick={() => setGroups(groups.filter((other) => other !== level))}
            />
          </Button.Group>
        </li>
      ))}
      {currencyPath !== undefined && canGroupWithin(groups, currencyPath) && (
        <li>
          <SecondaryButton size="compact-xs" onClick={() => setGroups([...groups, { path: currencyPath }])}>
            Then by {shownTitle(currencyPath, arranged)}
          </SecondaryButton>
        </li>
      )}
    </Group>
  )
}

interface LevelMenuProps {
  readonly level: GroupLevel
  readonly label: string
  readonly isDate: boolean
  readonly onChange: (level: GroupLevel) => void
}

function LevelMenu({ level, label, isDate, onChange }: LevelMenuProps): ReactElement {
  const { path, unit, byCount = false } = level
  const order = byCount ? { byCount } : {}
  return (
    <Menu width={200}>
      <Menu.Target>
        <Button variant="default" size="compact-xs" h={24} rightSection={<IconChevronDown size={13} aria-hidden />}>
          <bdi>{label}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(isDate || unit !== undefined) && (
          <>
            <Menu.Label>Dates by</Menu.Label>
            <Menu.RadioGroup
              value={unit ?? eachValue}
              onChange={(chosen) => {
                const found = timeUnits.find((each) => each === chosen)
                onChange({ path, ...(found !== undefined && { unit: found }), ...order })
              }}
            >
              {[...timeUnits.slice(1), eachValue].map((each) => (
                <Menu.RadioItem key={each} value={each}>
                  {capitalized(each)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
          </>
        )}
        <Menu.Label>Order</Menu.Label>
        <Menu.RadioGroup
          value={byCount ? 'count' : 'value'}
          onChange={(chosen) =>
            onChange({ path, ...(unit !== undefined && { unit }), ...(chosen === 'count' && { byCount: true }) })
          }
        >
          <Menu.RadioItem value="value">By value</Menu.RadioItem>
          <Menu.RadioItem value="count">Most records first</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

function levelName({ path, unit }: GroupLevel, arranged: readonly ArrangedColumn[]): string {
  return `${shownTitle(path, arranged)}${unit === undefined ? '' : ` by ${unit}`}`
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
