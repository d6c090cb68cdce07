import { Drawer, Group, Switch, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useRef, useState, type ReactElement } from 'react'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { maxColumns } from '../model/column-layout.ts'
import { useRowDensity } from '../model/row-density.ts'
import { ColumnMenu, type OpenColumnMenu, type TableColumnCommands } from './column-menu.tsx'
import { ColumnOptions, shownColumns } from './column-options.tsx'
import { columnCountMessage } from './messages.ts'
import type { ArrangedColumns } from './use-list-columns.ts'
import classes from './columns-panel.module.css'

interface ColumnsPanelProps {
  readonly columns: ArrangedColumns
  readonly table: TableColumnCommands | undefined
  readonly onClose: () => void
}

/** Lists all columns: to find, show, hide, order and rename them. */
export function ColumnsPanel({ columns, table, onClose }: ColumnsPanelProps): ReactElement {
  const { arranged, set, reset, isPlain } = columns
  const { density, setDensity } = useRowDensity()
  const [search, setSearch] = useState('')
  // Not deferred: keys act on the results, which must match what was typed.
  const wanted = search.trim().toLowerCase()
  const found = useMemo(
    () => arranged.filter(({ path, title }) => `${title}\n${path}`.toLowerCase().includes(wanted)),
    [arranged, wanted],
  )
  const [menu, setMenu] = useState<OpenColumnMenu>()
  const options = useRef<HTMLDivElement>(null)
  const shownCount = shownColumns(arranged)
  // A menu or dialog of the panel closes on its own.
  useHotkeys([['Escape', ({ target }) => isOver(target, options.current) || onClose(), { preventDefault: false }]], [])

  function hideFound(): void {
    const leavesOthers = arranged.some((column) => !column.isHidden && !found.includes(column))
    set(
      (leavesOthers ? found : found.slice(1)).map(({ path }) => path),
      { hidden: true },
    )
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={400}
      title="Columns"
      withOverlay={false}
      lockScroll={false}
      closeOnEscape={false}
      // A column's menu is placed in the window, and would be misplaced in a panel that slides in.
      transitionProps={{ transition: 'fade' }}
      closeButtonProps={{ 'aria-label': 'Close columns' }}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
    >
      <TextInput
        aria-label="Find column"
        placeholder={`Find in ${arranged.length.toLocaleString()} columns`}
        leftSection={<IconSearch size={15} />}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          options.current?.focus()
        }}
      />
      <Text size="sm" c="dimmed" mt={10} mb="xs" role="status">
        {columnCountMessage({
          all: arranged.length,
          shown: shownCount,
          found: wanted === '' ? undefined : found.length,
        })}
        {shownCount > maxColumns && ` · first ${maxColumns} in the table`}
      </Text>
      <ColumnOptions ref={options} columns={columns} found={found} onMenu={setMenu} />
      <Switch
        mt={10}
        label="Dense rows"
        checked={density === 'dense'}
        onChange={(event) => setDensity(event.currentTarget.checked ? 'dense' : 'regular')}
      />
      <p className={classes['keys']}>
        <kbd>Space</kbd> show/hide · <kbd>Alt</kbd>+<kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>Enter</kbd> more
      </p>
      <Group gap="xs" pb={4}>
        <SecondaryButton
          size="xs"
          onClick={() =>
            set(
              found.map(({ path }) => path),
              { hidden: false },
            )
          }
          disabled={found.every(({ isHidden }) => !isHidden)}
        >
          {wanted === '' ? 'Show all' : 'Show matches'}
        </SecondaryButton>
        {wanted !== '' && (
          <SecondaryButton size="xs" disabled={found.every(({ isHidden }) => isHidden)} onClick={hideFound}>
            Hide matches
          </SecondaryButton>
        )}
        <SecondaryButton size="xs" ml="auto" disabled={isPlain} onClick={reset}>
          Reset to default
        </SecondaryButton>
      </Group>
      {menu !== undefined && (
        <ColumnMenu open={menu} columns={columns} table={table} onClose={() => setMenu(undefined)} />
      )}
    </Drawer>
  )
}

/** Whether an element is in a menu or a dialog other than the one with `part`. */
function isOver(element: EventTarget | null, part: HTMLElement | null): boolean {
  const nearest = element instanceof Element ? element.closest('[role=dialog], [role=menu]') : null
  return nearest !== null && !nearest.contains(part)
}
