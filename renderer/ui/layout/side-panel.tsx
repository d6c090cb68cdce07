import { clamp, useHotkeys, useLocalStorage, useSplitter } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { pageKey } from '../../platform/page-command.ts'
import { IconButton } from '../controls/buttons.tsx'
import classes from './side-panel.module.css'

/** Limits of a panel's width in pixels, and the initial width. */
const widths = { min: 300, max: 900, initial: 400 } as const

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
  const [width, setWidth] = useLocalStorage({
    key: 'clavis.panel-width',
    defaultValue: widths.initial,
    deserialize: (text) => clamp(Number(text) || widths.initial, widths.min, widths.max),
    getInitialValueInEffect: false,
  })
  const { ref, getHandleProps } = useSplitter({
    // From the right: the panel's width is the separator's value, and the arrow to the left increases it.
    dir: 'rtl',
    panels: [
      { defaultSize: `${widths.initial}px`, min: `${widths.min}px`, max: `${widths.max}px` },
      { defaultSize: 1, min: '30%' },
    ],
    sizes: [`${width}px`, 1],
    onSizeChange: ([size = '']) => setWidth(Math.round(Number.parseFloat(`${size}`))),
    step: '20px',
    resetOnDoubleClick: false,
  })
  const edge = getHandleProps({ index: 0 })
  useHotkeys([
    ['Escape', ...pageKey(onClose)],
    ['alt+ArrowUp', ...pageKey(() => onMove(-1))],
    ['alt+ArrowDown', ...pageKey(() => onMove(1))],
  ])
  return (
    <aside
      {...(hasOwnFocus && { 'data-own-focus': true })}
      className={classes['panel']}
      style={{ '--panel-width': `${width}px` } as CSSProperties}
      aria-label={label}
      ref={(panel) => ref(panel?.parentElement ?? null)}
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
      <div
        {...edge}
        aria-label="Resize panel"
        aria-orientation="vertical"
        className={classes['edge']}
        onKeyDown={(event) => {
          if (!event.altKey) edge.onKeyDown(event)
        }}
      />
    </aside>
  )
}
