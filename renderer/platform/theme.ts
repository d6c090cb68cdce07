import {
  createTheme,
  type ButtonFactory,
  type ActionIconFactory,
  type InputFactory,
  type InputWrapperFactory,
  type SelectFactory,
  type CheckboxFactory,
  type NumberInputFactory,
  type RadioFactory,
  type RadioCardFactory,
  type SwitchFactory,
  type SegmentedControlFactory,
  type NotificationFactory,
  type ModalFactory,
  type DrawerFactory,
  type PopoverFactory,
  type MenuFactory,
  type TooltipFactory,
  type PaperFactory,
  type BadgeFactory,
  type AlertFactory,
  type AnchorFactory,
  type KbdFactory,
  type SkeletonFactory,
  type EmptyStateFactory,
  type TabsFactory,
  type TableFactory,
  type CSSVariablesResolver,
  type ExtendComponent,
  type FactoryPayload,
  type MantineColorsTuple,
} from '@mantine/core'
import controls from './controls.module.css'

/** The accent: verdigris, the green of old brass. The only color of interactive elements. */
const verdigris: MantineColorsTuple = [
  '#e8f6f3',
  '#cdebe5',
  '#a2d8ce',
  '#70c2b4',
  '#43a898',
  '#228f7f',
  '#0f7b6c',
  '#0b685b',
  '#08534a',
  '#053d36',
]

/** Neutrals of the light theme: cool, a breath of green in them so that they sit with the accent. */
const gray: MantineColorsTuple = [
  '#f7f8f8',
  '#eff1f2',
  '#e4e7e9',
  '#d5dade',
  '#b7bfc4',
  '#7b868d',
  '#59646c',
  '#454f56',
  '#2c343a',
  '#171c20',
]

/** Neutrals of the dark theme, from ink to the deepest ground. */
const dark: MantineColorsTuple = [
  '#e8ebed',
  '#c9cfd3',
  '#9aa4ab',
  '#7f8a92',
  '#353c43',
  '#272c33',
  '#191d22',
  '#101216',
  '#0b0d10',
  '#07080a',
]

const red: MantineColorsTuple = [
  '#fdeeec',
  '#fad9d5',
  '#f4b0a8',
  '#ee8579',
  '#e66152',
  '#d64534',
  '#b93122',
  '#9a2519',
  '#7a1c12',
  '#58130c',
]

const green: MantineColorsTuple = [
  '#eaf6ec',
  '#d3ebd8',
  '#a7d7b0',
  '#78c187',
  '#4da962',
  '#318f48',
  '#207738',
  '#17632d',
  '#104c22',
  '#0a3617',
]

const yellow: MantineColorsTuple = [
  '#fdf5e3',
  '#f9e8c2',
  '#f1d18a',
  '#e8b850',
  '#d99d22',
  '#b67f0e',
  '#8c5f03',
  '#724d02',
  '#593b01',
  '#3f2a01',
]

const blue: MantineColorsTuple = [
  '#edf2fd',
  '#d8e3fa',
  '#b1c6f5',
  '#86a6ee',
  '#5e86e4',
  '#426cd6',
  '#3157bd',
  '#2747a0',
  '#1d377f',
  '#14285e',
]

/**
 * Extends a component by its type alone, like its own `extend`: naming the components would load all of them before the
 * first screen.
 */
function look<Factory extends FactoryPayload>(of: ExtendComponent<Factory>): ExtendComponent<Factory> {
  return of
}

/**
 * Clavis's Mantine theme: dense controls, small radii, hairlines instead of shadows. What Mantine has no name for
 * (surfaces, environments, statuses) is in `tokens.css`.
 */
export const theme = createTheme({
  primaryColor: 'verdigris',
  primaryShade: { light: 6, dark: 6 },
  colors: { verdigris, gray, dark, red, green, teal: verdigris, yellow, orange: yellow, blue },
  white: '#ffffff',
  black: '#171c20',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--mantine-font-size-xl)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--mantine-font-size-lg)', lineHeight: '1.35' },
      h3: { fontSize: 'var(--mantine-font-size-md)', lineHeight: '1.4' },
      h4: { fontSize: 'var(--mantine-font-size-md)', lineHeight: '1.45' },
      h5: { fontSize: 'var(--mantine-font-size-sm)', lineHeight: '1.45' },
      h6: { fontSize: 'var(--mantine-font-size-xs)', lineHeight: '1.45' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  shadows: {
    xs: '0 1px 1px rgb(15 23 28 / 0.04)',
    sm: '0 1px 2px rgb(15 23 28 / 0.06)',
    md: '0 2px 8px rgb(15 23 28 / 0.08), 0 0 1px rgb(15 23 28 / 0.12)',
    lg: '0 8px 24px rgb(15 23 28 / 0.12), 0 0 1px rgb(15 23 28 / 0.16)',
    xl: '0 16px 48px rgb(15 23 28 / 0.18), 0 0 1px rgb(15 23 28 / 0.2)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Button: look<ButtonFactory>({ defaultProps: { size: 'sm' }, classNames: { root: controls['button'] } }),
    ActionIcon: look<ActionIconFactory>({ defaultProps: { variant: 'subtle', color: 'gray', size: 28 } }),
    Input: look<InputFactory>({
      defaultProps: { size: 'sm' },
      classNames: { wrapper: controls['inputWrapper'], input: controls['input'] },
    }),
    InputWrapper: look<InputWrapperFactory>({
      defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      classNames: { label: controls['label'], description: controls['description'], error: controls['error'] },
    }),
    // A field that gets the focus back after a dialog would cover the page with its options.
    Select: look<SelectFactory>({
      defaultProps: { allowDeselect: false, checkIconPosition: 'right', openOnFocus: false },
      classNames: { option: controls['option'] },
    }),
    Checkbox: look<CheckboxFactory>({
      defaultProps: { size: 'sm' },
      classNames: { input: controls['checkbox'] },
    }),
    Radio: look<RadioFactory>({ classNames: { radio: controls['radio'] } }),
    NumberInput: look<NumberInputFactory>({ defaultProps: { hideControls: true } }),
    RadioCard: look<RadioCardFactory>({ classNames: { card: controls['choiceCard'] } }),
    Switch: look<SwitchFactory>({ defaultProps: { size: 'sm', withThumbIndicator: false } }),
    SegmentedControl: look<SegmentedControlFactory>({
      defaultProps: { size: 'xs', withItemsBorders: false },
      classNames: { root: controls['segments'], indicator: controls['segmentIndicator'] },
    }),
    // The window's body never scrolls, so that nothing needs locking while a dialog is open.
    Notification: look<NotificationFactory>({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
    Modal: look<ModalFactory>({
      defaultProps: {
        centered: true,
        lockScroll: false,
        radius: 'lg',
        shadow: 'xl',
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120, transition: 'pop' },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      classNames: { content: controls['modal'], header: controls['modalHeader'], title: controls['modalTitle'] },
    }),
    Drawer: look<DrawerFactory>({
      defaultProps: {
        lockScroll: false,
        position: 'right',
        shadow: 'xl',
        overlayProps: { backgroundOpacity: 0.25 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      classNames: { content: controls['modal'], header: controls['modalHeader'], title: controls['modalTitle'] },
    }),
    Popover: look<PopoverFactory>({ defaultProps: { shadow: 'lg', radius: 'md' } }),
    Menu: look<MenuFactory>({
      defaultProps: { shadow: 'lg', radius: 'md', transitionProps: { duration: 80 } },
      classNames: { dropdown: controls['menu'], item: controls['menuItem'] },
    }),
    Tooltip: look<TooltipFactory>({
      defaultProps: { openDelay: 350, withArrow: false, radius: 'sm', maw: 360, multiline: true },
      classNames: { tooltip: controls['tooltip'] },
    }),
    Paper: look<PaperFactory>({ defaultProps: { radius: 'lg' } }),
    Badge: look<BadgeFactory>({
      defaultProps: { variant: 'light', radius: 'sm' },
      classNames: { root: controls['badge'] },
    }),
    Alert: look<AlertFactory>({ defaultProps: { radius: 'md', variant: 'light' } }),
    Anchor: look<AnchorFactory>({ defaultProps: { underline: 'hover' } }),
    Kbd: look<KbdFactory>({ classNames: { root: controls['key'] } }),
    Skeleton: look<SkeletonFactory>({ defaultProps: { radius: 'sm' } }),
    EmptyState: look<EmptyStateFactory>({
      defaultProps: { attributes: { indicator: { 'aria-hidden': true } } },
      classNames: {
        root: controls['empty'],
        body: controls['emptyBody'],
        indicator: controls['emptyIcon'],
        title: controls['emptyTitle'],
        description: controls['emptyText'],
        actions: controls['emptyActions'],
      },
    }),
    Tabs: look<TabsFactory>({ classNames: { tab: controls['tab'] } }),
    Table: look<TableFactory>({
      defaultProps: { verticalSpacing: 0, horizontalSpacing: 'sm' },
      classNames: { table: controls['table'], th: controls['tableHead'], td: controls['tableCell'] },
    }),
  },
})

/** Sets Mantine's own variables to the values of `tokens.css`. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const own = {
    '--mantine-color-body': 'var(--clavis-surface)',
    '--mantine-color-text': 'var(--clavis-ink)',
    '--mantine-color-bright': 'var(--clavis-ink)',
    '--mantine-color-dimmed': 'var(--clavis-ink-muted)',
    '--mantine-color-placeholder': 'var(--clavis-ink-faint)',
    '--mantine-color-error': 'var(--clavis-bad)',
    '--mantine-color-success': 'var(--clavis-good)',
    '--mantine-color-anchor': 'var(--clavis-accent-ink)',
    '--mantine-color-default': 'var(--clavis-control)',
    '--mantine-color-default-hover': 'var(--clavis-hover)',
    '--mantine-color-default-color': 'var(--clavis-ink)',
    '--mantine-color-default-border': 'var(--clavis-line-strong)',
    '--mantine-color-disabled': 'var(--clavis-sunken)',
    '--mantine-color-disabled-color': 'var(--clavis-ink-faint)',
    '--mantine-color-disabled-border': 'var(--clavis-line)',
  }
  const light = {
    '--mantine-color-red-light-color': 'var(--clavis-bad)',
    '--mantine-color-yellow-light-color': 'var(--clavis-warn)',
    '--mantine-color-green-light-color': 'var(--clavis-good)',
    '--mantine-color-verdigris-light-color': 'var(--clavis-accent-ink)',
    '--mantine-color-gray-light-color': 'var(--clavis-ink-muted)',
  }
  return { variables: {}, light: { ...own, ...light }, dark: { ...own, ...light } }
}
