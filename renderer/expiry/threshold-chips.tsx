import { Chip, Group, NumberInput, Stack } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { thresholdSchema } from '#shared/expiry/warning-schemas.ts'
import { defaultThresholds, orderedThresholds } from '#shared/expiry/warning-thresholds.ts'
import { IconButton } from '../ui/controls/buttons.tsx'
import classes from './threshold-chips.module.css'

const chipLook = { label: classes['chip'] ?? '' }

/** Renders days before expiry as chips to switch on and off, with a field for others. */
export function ThresholdChips({
  value,
  label,
  onChange,
}: {
  readonly value: readonly number[]
  /** Describes these thresholds to screen readers. */
  readonly label: string
  readonly onChange: (thresholds: number[]) => void
}): ReactElement {
  const [own, setOwn] = useState<number | string>('')
  // One that was switched off stays there to be switched on again, until the page is left.
  const [offered, setOffered] = useState(() => orderedThresholds([...defaultThresholds, ...value]))
  const chips = orderedThresholds([...offered, ...value])
  const parsed = thresholdSchema.safeParse(own)
  const complaint = own === '' || parsed.success ? undefined : parsed.error.issues[0]?.message

  function add(): void {
    if (parsed.data === undefined) return
    setOffered(orderedThresholds([...offered, parsed.data]))
    onChange(orderedThresholds([...value, parsed.data]))
    setOwn('')
  }
  return (
    <Stack gap={10} role="group" aria-label={label}>
      <Group gap={6}>
        {chips.map((threshold) => (
          <Chip
            key={threshold}
            size="xs"
            variant="outline"
            classNames={chipLook}
            checked={value.includes(threshold)}
            onChange={(checked) =>
              onChange(checked ? orderedThresholds([...value, threshold]) : value.filter((each) => each !== threshold))
            }
          >
            {threshold === 1 ? '1 day' : `${threshold.toLocaleString()} days`}
          </Chip>
        ))}
        <Chip size="xs" variant="outline" classNames={chipLook} checked disabled>
          On expiry
        </Chip>
      </Group>
      {/* Not a form: in a dialog it would lie in another, which Enter would submit, too. */}
      <Group gap={6} align="flex-start">
        <NumberInput
          aria-label="Days before expiry"
          placeholder="Add days…"
          size="xs"
          w={120}
          min={1}
          max={1000}
          allowDecimal={false}
          allowNegative={false}
          value={own}
          onChange={setOwn}
          onKeyDown={getHotkeyHandler([['Enter', add]])}
          error={complaint}
        />
        <IconButton
          label="Add days"
          icon={IconPlus}
          variant="default"
          size={30}
          disabled={!parsed.success}
          onClick={add}
        />
      </Group>
    </Stack>
  )
}
