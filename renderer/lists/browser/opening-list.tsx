import { Skeleton } from '@mantine/core'
import type { ReactElement } from 'react'
import { Later } from '../../ui/controls/later.tsx'
import { ListBody } from './list-body.tsx'
import classes from './opening-list.module.css'

/** Relative widths of the columns' texts. */
const columns = [70, 90, 45, 55, 40, 60, 75] as const

/** Stands for a table until its list is open. Takes the table's place from the start: the line below must not move. */
export function OpeningList(): ReactElement {
  return (
    <ListBody>
      <Later>
        <div className={classes['table']} role="status" aria-label="Opening list">
          {Array.from({ length: 20 }, (_row, row) => (
            <div key={row} className={classes['row']}>
              {columns.map((width, column) => (
                <Skeleton key={column} height={10} width={`${width}%`} radius="xl" />
              ))}
            </div>
          ))}
        </div>
      </Later>
    </ListBody>
  )
}
