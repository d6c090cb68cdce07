import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { ProfileGroup } from './profile-groups.ts'
import classes from './sidebar.module.css'

/** Renders a group of profiles below a heading that folds it. */
export function ProfileSection({
  group: { title, members },
  isFolded,
  onFold,
  note,
  children,
}: {
  readonly group: ProfileGroup
  readonly isFolded: boolean
  /** Folds or unfolds it; undefined if it can't be folded now. */
  readonly onFold: (() => void) | undefined
  /** What is shown in place of the profiles if they are folded. */
  readonly note: ReactNode
  readonly children: ReactNode
}): ReactElement {
  const heading = <span className={classes['groupName']}>{title}</span>
  return (
    <section className={classes['group']}>
      <div className={classes['groupHead']}>
        <h2 className={classes['groupTitle']}>
          {onFold === undefined ? (
            <span className={classes['fold']}>{heading}</span>
          ) : (
            <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={!isFolded} onClick={onFold}>
              {heading}
              <IconChevronRight className={classes['chevron']} size={13} aria-hidden />
            </UnstyledButton>
          )}
        </h2>
        {isFolded && (
          <span className={classes['folded']}>
            {note}
            <span className={classes['count']}>{members.length}</span>
          </span>
        )}
      </div>
      {!isFolded && <ul>{children}</ul>}
    </section>
  )
}
