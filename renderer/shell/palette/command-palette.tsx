import { getDefaultZIndex, Highlight, Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState, type KeyboardEvent, type ReactElement } from 'react'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { EnvironmentShape } from '../../ui/controls/environment-badge.tsx'
import { findEntries, typedWords, type PaletteEntries, type PaletteEntry } from './palette-entry.ts'
import { usePaletteEntries } from './use-palette-entries.ts'
import { useRecordEntries } from './use-record-entries.ts'
import classes from './command-palette.module.css'

const name = 'Search profiles, pages and actions'

interface CommandPaletteProps {
  readonly profiles: readonly Profile[]
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

/** Ctrl or Cmd and K: every profile with its pages and actions, saved views, certificates and loaded records. */
export function CommandPalette({ profiles, isOpen, setOpen }: CommandPaletteProps): ReactElement {
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      withCloseButton={false}
      size={640}
      centered={false}
      yOffset={80}
      padding={0}
      lockScroll={false}
      // The page that it opens gets the focus; after Escape, `useReturnedFocus` gives it back.
      returnFocus={false}
      zIndex={getDefaultZIndex('max')}
      attributes={{ content: { 'aria-label': 'Go to', 'data-leads-to-page': true } }}
      transitionProps={{ duration: 80, transition: 'fade' }}
      overlayProps={{ backgroundOpacity: 0.3 }}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
    >
      <PaletteContent profiles={profiles} isOpen={isOpen} onDone={() => setOpen(false)} />
    </Modal>
  )
}

interface ContentProps {
  readonly profiles: readonly Profile[]
  readonly isOpen: boolean
  readonly onDone: () => void
}

/** Lists the entries once, and not with each key. */
function PaletteContent(props: ContentProps): ReactElement {
  return <PaletteSearch {...props} entries={usePaletteEntries(props.profiles)} />
}

/**
 * Renders the search line and its results; the focus stays in the line, as screen readers expect of a combobox.
 * @param isOpen false while it fades out: keys are then for what it opened, even if the line still has the focus
 */
function PaletteSearch({
  profiles,
  entries: { suggested, all },
  isOpen,
  onDone,
}: ContentProps & { readonly entries: PaletteEntries }): ReactElement {
  const id = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const [wasOpen, setWasOpen] = useState(isOpen)
  // Reopened while it fades out, it is still mounted.
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) {
      setQuery('')
      setChosen(0)
    }
  }
  const records = useRecordEntries(profiles, query)
  const entries = findEntries({ suggested, all: [...all, ...records] }, query)
  const entryId = (entry: PaletteEntry): string => `${id}-${entry.id}`
  const chosenEntry = entries[chosen]
  const chosenId = chosenEntry === undefined ? undefined : entryId(chosenEntry)

  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  function run(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return
    onDone()
    entry.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Keys that select a character of an input method are not for the list.
    if (!isOpen || event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
        setChosen(chosen + 1 < entries.length ? chosen + 1 : 0)
        break
      case 'ArrowUp':
        setChosen(chosen > 0 ? chosen - 1 : Math.max(entries.length - 1, 0))
        break
      case 'Enter':
        run(chosenEntry)
        break
      case 'Escape':
        onDone()
        break
      default:
        return
    }
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        role="combobox"
        aria-label={name}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosenId}
        classNames={{ input: classes['search'] ?? '' }}
        size="lg"
        placeholder={name}
        leftSection={<IconSearch size={17} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        // Escape only closes the palette: a dialog below would receive it, too.
        data-mantine-stop-propagation={isOpen}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        className={classes['list']}
        id={`${id}-list`}
        role="listbox"
        aria-label="Profiles, pages and actions"
        hidden={entries.length === 0}
        // The focus stays in the line.
        onMouseDown={(event) => event.preventDefault()}
      >
        {entries.map((entry) => (
          <PaletteOption
            key={entry.id}
            id={entryId(entry)}
            entry={entry}
            words={typedWords(query)}
            isChosen={entry === chosenEntry}
            onClick={() => run(entry)}
          />
        ))}
      </div>
      <p className={classes['none']} role="status">
        {entries.length === 0 && 'No results'}
      </p>
      <p className={classes['hint']}>A profile and what to do with it · a saved view · an identifier or thumbprint</p>
    </>
  )
}

function PaletteOption({
  id,
  entry: { label, Icon, profile, detail },
  words,
  isChosen,
  onClick,
}: {
  readonly id: string
  readonly entry: PaletteEntry
  readonly words: readonly string[]
  readonly isChosen: boolean
  readonly onClick: () => void
}): ReactElement {
  const marked = { component: 'span' as const, inherit: true, highlight: [...words] }
  return (
    <div className={classes['option']} id={id} role="option" aria-selected={isChosen} onClick={onClick}>
      {Icon !== undefined && <Icon className={classes['icon']} size={16} aria-hidden />}
      {profile !== undefined && (
        <>
          <span className={classes['icon']} data-environment={profile.practice ? undefined : profile.environment}>
            <EnvironmentShape environment={profile.environment} />
          </span>
          <Highlight {...marked} className={classes['name'] ?? ''}>
            {profile.name}
          </Highlight>
          <VisuallyHidden>{environmentNames[profile.environment]}</VisuallyHidden>
          {label !== undefined && <span aria-hidden>›</span>}
        </>
      )}
      {label !== undefined && (
        <Highlight {...marked} className={classes['label'] ?? ''}>
          {label}
        </Highlight>
      )}
      {detail !== undefined && <span className={classes['detail']}>{detail}</span>}
    </div>
  )
}
