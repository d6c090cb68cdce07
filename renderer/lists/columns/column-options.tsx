import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconDotsVertical, IconGripVertical, IconPinned } from '@tabler/icons-react'
import { useEffect, useId, useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react'
import { plainTitle, type ArrangedColumn } from '../model/column-layout.ts'
import type { OpenColumnMenu } from './column-menu.tsx'
import { typeTitles } from './messages.ts'
import type { ArrangedColumns } from './use-list-columns.ts'
import classes from './columns-panel.module.css'

const pageStep = 10

/** Lists columns: to show, hide and order them by keys or pointer. */
export function ColumnOptions({
  ref: options,
  columns: { arranged, set, place },
  found,
  onMenu,
}: {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly columns: ArrangedColumns
  /** Those to list. */
  readonly found: readonly ArrangedColumn[]
  readonly onMenu: (open: OpenColumnMenu) => void
}): ReactElement {
  const [currentPath, setCurrentPath] = useState<string>()
  const [dragged, setDragged] = useState<{ readonly path: string; readonly over: string | undefined }>()
  const listId = useId()
  const current = found.find(({ path }) => path === currentPath) ?? found[0]
  const optionId = (column: ArrangedColumn): string => `${listId}-${arranged.indexOf(column)}`
  const currentId = current === undefined ? undefined : optionId(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function toggle({ path, isHidden }: ArrangedColumn): void {
    // A table without columns would have no way back.
    if (isHidden || shownColumns(arranged) > 1) set([path], { hidden: !isHidden })
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
    onMenu({ path: column.path, left: box.right - 24, top: box.bottom, giveBackFocus })
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
          {column.isHiddenByDefault && (
            <span className={classes['type']}>{column.filled === 0 ? 'empty' : 'constant'} ·</span>
          )}
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
  )
}

/** Returns how many columns are not hidden. */
export function shownColumns(arranged: readonly ArrangedColumn[]): number {
  return arranged.filter(({ isHidden }) => !isHidden).length
}
