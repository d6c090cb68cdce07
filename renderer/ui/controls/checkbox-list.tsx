import { Checkbox } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './checkbox-list.module.css'

/** Things of which the person checks some, in a frame that scrolls. */
export function CheckboxList<Id extends string>({
  legend,
  items,
  checked,
  onChange,
}: {
  readonly legend: string
  readonly items: readonly { readonly id: Id; readonly label: ReactNode; readonly aside: ReactNode }[]
  readonly checked: readonly Id[]
  readonly onChange: (checked: readonly Id[]) => void
}): ReactElement {
  return (
    <fieldset className={classes['list']}>
      <legend>{legend}</legend>
      {items.map(({ id, label, aside }) => (
        <Checkbox
          key={id}
          classNames={{ body: classes['row'] ?? '', labelWrapper: classes['label'] ?? '' }}
          label={
            <span className={classes['words']}>
              <span>{label}</span>
              {aside}
            </span>
          }
          checked={checked.includes(id)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...checked, id] : checked.filter((each) => each !== id))
          }
        />
      ))}
    </fieldset>
  )
}
