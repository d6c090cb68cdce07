import { Anchor } from '@mantine/core'
import type { ReactElement, RefObject } from 'react'
import { useLasting } from '../../ui/controls/later.tsx'
import { canLoadMore, isLoading } from '../model/list-messages.ts'
import type { NeededCommand } from './needed-command.ts'
import type { ListLoad } from './use-list-load.ts'
import classes from './list-status.module.css'

/** How long a single page may load before it can be stopped, in milliseconds: one loaded by scrolling is quicker. */
const stopDelay = 1000

interface LoadCommandsProps {
  readonly load: ListLoad
  /** Loads what the answer needs; undefined: all. */
  readonly needed: NeededCommand | undefined
  /** Loads, pauses and resumes: one button, which keeps the focus. */
  readonly button: RefObject<HTMLButtonElement | null>
}

/** Loads all pages or what an answer needs, pauses, resumes and stops, in the line that says how much is loaded. */
export function LoadCommands({ load, needed, button }: LoadCommandsProps): ReactElement | null {
  const { summary, isPausing, loadAll, pause, stop } = load
  const isLasting = useLasting(summary !== undefined && isLoading(summary), stopDelay)
  if (summary === undefined || summary.state.kind === 'complete') return null
  const { state } = summary
  // While a single page loads, "Load all" stays: it must not become "Pause" just before it is pressed.
  const canPause =
    state.kind === 'waiting' || (state.kind === 'loading' && (state.loadsAll || state.need !== undefined))
  const canStop = canPause || (isLasting && isLoading(summary))
  const canPress = canPause ? !isPausing : canLoadMore(summary) || isLoading(summary)
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
          if (canPress) (canPause ? pause : (needed?.run ?? loadAll))()
        }}
      >
        {canPause ? 'Pause' : (needed?.label ?? (state.kind === 'paused' ? 'Resume' : 'Load all'))}
      </Anchor>
      {canStop && (
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
