import { Drawer, Group, Switch, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCheck, IconDotsVertical, IconGripVertical, IconPinned, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { plainTitle, type ArrangedColumn, maxColumns } from '../model/column-layout.ts'
import { useRowDensity } from '../model/row-density.ts'
import { SecondaryButton } from '../../ui/controls/secondary-button.tsx'
import { ColumnMenu, type OpenColumnMenu, type TableColumnCommands } from './column-menu.tsx'
import { columnCountMessage, typeTitles } from './messages.ts'
import type { ArrangedColumns } from './use-list-columns.ts'
import classes from './columns-panel.module.css'

const pageStep = 10

/** Lists all columns: to find, show, hide, order and rename them. */
export function ColumnsPanel({
  columns,
  table,
  onClose,
}: {
  readonly columns: ArrangedColumns
  readonly table: TableColumnCommands | undefined
  readonly onClose: () => void
}): ReactElement {
  const { arranged, set, place, reset, isPlain } = columns
  const { density, setDensity } = useRowDensity()
  const [search, setSearch] = useState('')
  // Not deferred: keys act on the results, which must match what was typed.
  const wanted = search.trim().toLowerCase()
  const found = useMemo(
    () => arranged.filter(({ path, title }) => `${title}\n${path}`.toLowerCase().includes(wanted)),
    [arranged, wanted],
  )
  const [currentPath, setCurrentPath] = useState<string>()
  const [menu, setMenu] = useState<OpenColumnMenu>()
  const [dragged, setDragged] = useState<{ readonly path: string; readonly over: string | undefined }>()
  const options = useRef<HTMLDivElement>(null)
  const listId = useId()
  const shownCount = arranged.filter(({ isHidden }) => !isHidden).length
  const current = found.find(({ path }) => path === currentPath) ?? found[0]
  const optionId = (column: ArrangedColumn): string => `${listId}-${arranged.indexOf(column)}`

  const currentId = current === undefined ? undefined : optionId(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  // A menu or dialog of the panel closes on its own.
  useHotkeys([['Escape', ({ target }) => isOver(target, options.current) || onClose(), { preventDefault: false }]], [])

  function toggle({ path, isHidden }: ArrangedColumn): void {
    // A table without columns would have no way back.
    if (isHidden || shownCount > 1) set([path], { hidden: !isHidden })
  }
  function hideFound(): void {
    const leavesOthers = arranged.some((column) => !column.isHidden && !found.includes(column))
    set(
      (leavesOthers ? found : found.slice(1)).map(({ path }) => path),
      { hidden: true },
    )
  }
  function step(by: number): void {
    const next = found[Math.max(0, Math.min(found.length - 1, (current ? found.indexOf(current) : 0) + by))]
    if (next !== undefined) setCurrentPath(next.path)
  }
  function openMenu(column: ArrangedColumn, beside: Element | null): void {
    const box = beside?.getBoundingClientRect()
    if (box === undefined) return
    setCurrentPath(column.path)
    const giveBackFocus = (): void => options.current?.focus()
    setMenu({ path: column.path, left: box.right - 24, top: box.bottom, giveBackFocus })
  }
  function moveBy(column: ArrangedColumn, by: -1 | 1): void {
    // It stays the current one. In search results it moves past columns that the search hides.
    setCurrentPath(column.path)
    const other = found[found.indexOf(column) + by]
    if (other !== undefined) place(column.path, arranged.indexOf(other))
  }
  function press(event: KeyboardEvent): void {
    if (current === undefined) return
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const by = event.key === 'ArrowDown' ? 1 : -1
        if (event.altKey) moveBy(current, by)
        else step(by)
        break
      }
      case 'PageDown':
        step(pageStep)
        break
      case 'PageUp':
        step(-pageStep)
        break
      case 'Home':
        step(-found.length)
        break
      case 'End':
        step(found.length)
        break
      case ' ':
        toggle(current)
        break
      case 'Enter':
      case 'ContextMenu':
        openMenu(current, document.getElementById(optionId(current)))
        break
      default:
        return
    }
    event.preventDefault()
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
      <div
        ref={options}
        role="listbox"
        aria-label="Columns"
        aria-multiselectable
        tabIndex={0}
        aria-activedescendant={currentId}
        className={classes['options']}
        onKeyDown={press}
      >
        {found.map((column, index) => (
          <div
            key={column.path}
            id={optionId(column)}
            role="option"
            aria-selected={!column.isHidden}
            aria-setsize={found.length}
            aria-posinset={index + 1}
            data-current={column === current}
            data-over={dragged?.over === column.path}
            className={classes['option']}
            draggable
            onClick={() => {
              setCurrentPath(column.path)
              toggle(column)
            }}
            onContextMenu={(event) => {
              event.preventDefault()
              openMenu(column, event.currentTarget)
            }}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged({ path: column.path, over: undefined })
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              if (dragged.over !== column.path) setDragged({ ...dragged, over: column.path })
            }}
            onDragEnd={() => setDragged(undefined)}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== undefined) place(dragged.path, arranged.indexOf(column))
              setDragged(undefined)
            }}
          >
            <IconGripVertical size={14} className={classes['grip']} aria-hidden />
            <span className={classes['check']} data-checked={!column.isHidden}>
              {!column.isHidden && <IconCheck size={12} stroke={3} aria-hidden />}
            </span>
            <span className={classes['name']}>
              {column.title}
              {column.isRenamed && <span className={classes['path']}>{plainTitle(column.path)}</span>}
            </span>
            {column.isDull && <span className={classes['type']}>{column.filled === 0 ? 'empty' : 'constant'} ·</span>}
            {column.pinned !== undefined && (
              <span className={classes['pin']}>
                <IconPinned size={14} aria-hidden />
                <VisuallyHidden>pinned {column.pinned}</VisuallyHidden>
              </span>
            )}
            <span className={classes['type']}>{typeTitles[column.type]}</span>
            <span
              className={classes['more']}
              aria-hidden
              onClick={(event) => {
                event.stopPropagation()
                openMenu(column, event.currentTarget)
              }}
            >
              <IconDotsVertical size={15} />
            </span>
          </div>
        ))}
      </div>
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
