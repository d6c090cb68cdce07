import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { pageKey } from '../../platform/page-command.ts'
import { IconButton } from '../controls/buttons.tsx'
import { PanelEdge, usePanelWidth } from './panel-edge.tsx'
import classes from './side-panel.module.css'

/** A button for the previous or next subject of a panel. */
interface PanelStep {
  readonly label: string
  readonly tooltip: string
  readonly disabled: boolean
}

/** Escape on a button closes the panel. */
const button = { iconSize: 16, tooltipOnFocus: false } as const

/**
 * Shows one of many subjects beside the list that it is from. Escape closes it; Alt and an arrow key go to the one before
 * or after.
 */
export function SidePanel({
  label,
  hasOwnFocus = false,
  head,
  previous,
  next,
  onMove,
  closeLabel,
  onClose,
  body,
  children,
}: {
  readonly label: string
  /** Whether its content handles the focus itself. */
  readonly hasOwnFocus?: boolean
  /** Content of the header before the buttons. */
  readonly head: ReactNode
  readonly previous: PanelStep
  readonly next: PanelStep
  /** Moves to the previous (-1) or next (1) one. */
  readonly onMove: (by: -1 | 1) => void
  readonly closeLabel: string
  readonly onClose: () => void
  /** Makes the body a region with this name, which can be scrolled by keyboard; for one without focusable content. */
  readonly body?: string
  readonly children: ReactNode
}): ReactElement {
  const { width, setWidth, style } = usePanelWidth()
  useHotkeys([
    ['Escape', ...pageKey(onClose)],
    ['alt+ArrowUp', ...pageKey(() => onMove(-1))],
    ['alt+ArrowDown', ...pageKey(() => onMove(1))],
  ])
  return (
    <aside
      {...(hasOwnFocus && { 'data-own-focus': true })}
      className={classes['panel']}
      style={style}
      aria-label={label}
    >
      <header className={classes['head']}>
        {head}
        <IconButton {...previous} {...button} icon={IconChevronUp} onClick={() => onMove(-1)} />
        <IconButton {...next} {...button} icon={IconChevronDown} onClick={() => onMove(1)} />
        <IconButton label={closeLabel} tooltip="Close (Esc)" {...button} icon={IconX} onClick={onClose} />
      </header>
      <div className={classes['body']} {...(body !== undefined && { tabIndex: 0, role: 'region', 'aria-label': body })}>
        {children}
      </div>
      <PanelEdge width={width} onWidth={setWidth} />
    </aside>
  )
}
