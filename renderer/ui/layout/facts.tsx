import { DataList } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './facts.module.css'

/** A fact's name and its value. Names are unique within one list. */
export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** Names and values as a definition list; values are selectable. */
export function Facts({ items }: { readonly items: readonly Fact[] }): ReactElement {
  return (
    <DataList withDivider size="md" gap={6} py={6} classNames={classes}>
      {items.map(({ label, value }) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  )
}
