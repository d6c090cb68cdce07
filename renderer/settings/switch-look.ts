import classes from './switch-look.module.css'

/** Renders a switch as a row: its label on the left, the switch at the right. */
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
