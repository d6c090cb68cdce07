import { Checkbox, Group, NumberInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { conditionWords } from '#shared/watches/watch-messages.ts'
import type { WatchCondition } from '#shared/watches/watch.ts'
import classes from './watches.module.css'

/** The conditions that are offered, in this order, with their first bounds. */
const offered: readonly WatchCondition[] = [
  { kind: 'appeared' },
  { kind: 'changed' },
  { kind: 'vanished' },
  { kind: 'above', bound: 100 },
  { kind: 'below', bound: 10 },
  { kind: 'failed' },
  { kind: 'slow' },
  { kind: 'fields' },
]

interface ConditionFieldsProps {
  readonly conditions: readonly WatchCondition[]
  readonly onChange: (conditions: WatchCondition[]) => void
}

/** Asks what a person is warned about. */
export function ConditionFields({ conditions, onChange }: ConditionFieldsProps): ReactElement {
  /** Keeps the order of those that are offered. */
  function set({ kind }: WatchCondition, chosen: WatchCondition | undefined): void {
    const all = [...conditions.filter((each) => each.kind !== kind), ...(chosen === undefined ? [] : [chosen])]
    onChange(offered.flatMap((each) => all.find((condition) => condition.kind === each.kind) ?? []))
  }
  return (
    <fieldset className={classes['conditions']}>
      <legend>Warn about</legend>
      {offered.map((first) => {
        const chosen = conditions.find(({ kind }) => kind === first.kind)
        const condition = chosen ?? first
        return (
          <Group key={first.kind} gap="sm" mih={30} wrap="nowrap">
            <Checkbox
              label={conditionWords(condition)}
              checked={chosen !== undefined}
              onChange={(event) => set(first, event.currentTarget.checked ? condition : undefined)}
            />
            {chosen !== undefined && 'bound' in chosen && (
              <NumberInput
                size="xs"
                w={88}
                aria-label={chosen.kind === 'above' ? 'Most records' : 'Fewest records'}
                min={0}
                allowDecimal={false}
                value={chosen.bound}
                onChange={(bound) => typeof bound === 'number' && set(chosen, { ...chosen, bound })}
              />
            )}
          </Group>
        )
      })}
    </fieldset>
  )
}
