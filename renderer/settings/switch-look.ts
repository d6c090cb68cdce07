import classes from './switch-look.module.css'

/** A switch as a row: its words on the left, the switch at the right end. */
export const switchLook = {
  labelPosition: 'left',
  classNames: {
    root: classes['root'] ?? '',
    body: classes['body'] ?? '',
    labelWrapper: classes['words'] ?? '',
    label: classes['label'] ?? '',
    description: classes['description'] ?? '',
  },
} as const
