import { Anchor } from '@mantine/core'
import type { ReactElement, RefObject } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { useLasting } from '../../ui/controls/later.tsx'
import { canLoadMore, isLoading } from '../model/list-messages.ts'
import type { NeededCommand } from './needed-command.ts'
import type { ListLoad } from './use-list-load.ts'
import classes from './list-status.module.css'

/** How long a page may load before it can be stopped, in milliseconds. */
const stopDelay = 1000

/** Loads all pages or what an answer needs, pauses, resumes and stops, in the line that says how much is loaded. */
export function LoadCommands({
  load,
  needed,
  button,
}: {
  readonly load: ListLoad
  /** Loads what the answer needs; undefined: all. */
  readonly needed: NeededCommand | undefined
  /** Loads, pauses and resumes: one button, which keeps the focus. */
  readonly button: RefObject<HTMLButtonElement | null>
}): ReactElement | null {
  const { summary, isPausing, loadAll, pause, stop } = load
  const canEnd = useCanPause(summary)
  if (summary === undefined || summary.state.kind === 'complete') return null
  const isPaused = summary.state.kind === 'paused'
  const canPress = canEnd ? !isPausing : canLoadMore(summary) || isLoading(summary)
  return (
    <>
      <Anchor
        ref={button}
        component="button"
        type="button"
        inherit
        className={classes['command'] ?? ''}
        // It keeps the focus even if it can't be pressed.
        aria-disabled={!canPress}
        onClick={() => {
          if (canPress) (canEnd ? pause : (needed?.run ?? loadAll))()
        }}
      >
        {canEnd ? 'Pause' : (needed?.label ?? (isPaused ? 'Resume' : 'Load all'))}
      </Anchor>
      {canEnd && (
        <Anchor
          component="button"
          type="button"
          inherit
          onClick={() => {
            stop()
            // This one is removed.
            button.current?.focus()
          }}
        >
          Stop
        </Anchor>
      )}
    </>
  )
}

/**
 * Whether loading can be paused and stopped. A page loaded by scrolling is too quick for that, so the commands only
 * appear if it takes long.
 */
function useCanPause(summary: DatasetSummary | undefined): boolean {
  const underWay = summary !== undefined && isLoading(summary)
  const hasLasted = useLasting(underWay, stopDelay)
  return (
    underWay &&
    (hasLasted || summary.state.kind !== 'loading' || summary.state.loadsAll || summary.state.need !== undefined)
  )
}
