import { Combobox, TextInput, useCombobox, Anchor } from '@mantine/core'
import { IconFilterSearch, IconHelpCircle } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent, type ReactElement, type RefObject, Fragment } from 'react'
import { flushSync } from 'react-dom'
import { filterHint } from '#shared/lists/filter-line/filter-hint.ts'
import type { Correction, FilterLineFault } from '#shared/lists/filter-line/filter-line-grammar.ts'
import { sendPageCommand } from '../../platform/page-command.ts'
import { IconButton } from '../../ui/controls/buttons.tsx'
import { isNamePrefix, writingAt, type Suggestion } from './filter-suggestions.ts'
import type { FilterLineControl } from './use-filter-line.ts'
import { type SuggestionSource, useExampleFilters, useSuggestions } from './use-suggestions.ts'
import classes from './filter-line.module.css'

export function focusLineEnd(field: HTMLInputElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length)
  field?.focus()
}

/** The line to search and filter a list, which completes column names and frequent values. */
export function FilterLineInput({
  state,
  field,
  label = 'Search loaded records',
  onDone,
  ...source
}: SuggestionSource & {
  readonly state: FilterLineControl
  readonly field: RefObject<HTMLInputElement | null>
  readonly label?: string
  /** The person leaves the line for the table. */
  readonly onDone: () => void
}): ReactElement {
  const { columns } = state
  const [cursor, setCursor] = useState(0)
  /** The suggestion that Enter takes, by its text: others may arrive meanwhile. */
  const [chosenText, setChosenText] = useState<string>()
  const combobox = useCombobox({ onDropdownClose: () => setChosenText(undefined) })
  const optionsId = useId()
  const suggestions = useSuggestions(source, { text: state.text, cursor, isOpen: combobox.dropdownOpened, columns })
  const example = useExampleFilters(source, columns)
  const isOpen = combobox.dropdownOpened && suggestions.length > 0
  // They would cover what is below the line.
  const fault = isOpen ? undefined : state.fault
  const chosen = isOpen ? suggestions.findIndex(({ text }) => text === chosenText) : -1
  const optionId = (index: number): string => `${optionsId}-${index}`

  function take(suggestion: Suggestion | undefined): void {
    if (suggestion === undefined) return
    const { text, start, end } = suggestion
    const place = start + text.length
    // At once: while typing, the cursor must be in the right place.
    flushSync(() => {
      state.setText(`${state.text.slice(0, start)}${text}${state.text.slice(end).trimStart()}`)
      setCursor(place)
    })
    field.current?.setSelectionRange(place, place)
    // After a name, values follow; a value ends its filter.
    if (text.endsWith(' ')) combobox.closeDropdown()
    else setChosenText(undefined)
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault()
        const next = event.key === 'ArrowDown' ? chosen + 1 : Math.max(chosen, 0) - 1
        // Wraps around at both ends.
        setChosenText(suggestions.at(combobox.dropdownOpened ? next % suggestions.length : 0)?.text)
        combobox.openDropdown()
        break
      }
      case 'Enter':
        event.preventDefault()
        if (chosen !== -1) take(suggestions[chosen])
        else {
          combobox.closeDropdown()
          state.settle()
          onDone()
        }
        break
      case 'Escape':
        if (!isOpen && state.text !== '') {
          event.stopPropagation()
          state.clear()
        }
        combobox.closeDropdown()
        break
    }
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(index) => take(suggestions[Number(index)])}
      width="max-content"
      position="bottom-start"
    >
      <Combobox.Target
        withKeyboardNavigation={false}
        aria-expanded={isOpen}
        {...(chosen === -1 ? {} : { 'aria-activedescendant': optionId(chosen) })}
      >
        <TextInput
          ref={field}
          role="combobox"
          className={classes['line'] ?? ''}
          size="xs"
          aria-label={label}
          placeholder={example ? `Search or filter: ${example}` : 'Search or filter'}
          leftSection={<IconFilterSearch size={15} />}
          rightSection={
            <IconButton
              label="Filter syntax"
              icon={IconHelpCircle}
              size={24}
              // By keyboard it is in the command palette: Tab leads on to the correction of a fault.
              tabIndex={-1}
              onClick={() => sendPageCommand('help-filter')}
            />
          }
          value={state.text}
          inputWrapperOrder={['input', 'description', 'error']}
          description={!isOpen && fault === undefined && filterHint(state.filters, columns)}
          error={
            fault && (
              <FilterLineError
                fault={fault}
                onTake={(correction) => {
                  state.correct(correction)
                  field.current?.focus()
                }}
              />
            )
          }
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            const { value, selectionStart } = event.currentTarget
            const place = selectionStart ?? value.length
            state.setText(value, isNamePrefix(writingAt(value, place, columns), columns))
            setCursor(place)
            combobox.openDropdown()
            setChosenText(undefined)
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
          onFocus={(event) => {
            const { value, selectionStart } = event.currentTarget
            const place = selectionStart ?? value.length
            setCursor(place)
            // After a column's name its values are offered, whoever wrote the name.
            const now = writingAt(value, place, columns)
            if (now.kind === 'value' && now.beginning === '') combobox.openDropdown()
          }}
          onBlur={() => {
            combobox.closeDropdown()
            state.release()
          }}
          onKeyDown={press}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length === 0} className={classes['dropdown'] ?? ''}>
        <Suggestions suggestions={suggestions} chosen={chosen} optionId={optionId} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface SuggestionsProps {
  readonly suggestions: readonly Suggestion[]
  /** The index of the one that Enter takes; -1 if there is none. */
  readonly chosen: number
  readonly optionId: (index: number) => string
}

function Suggestions({ suggestions, chosen, optionId }: SuggestionsProps): ReactElement {
  return (
    <Combobox.Options aria-label="Suggestions">
      {suggestions.map(({ text, label, remark }, index) => (
        <Combobox.Option
          key={text}
          id={optionId(index)}
          value={String(index)}
          selected={index === chosen}
          aria-selected={index === chosen}
          className={classes['option'] ?? ''}
        >
          <span className={classes['label']}>{label}</span>
          <span className={classes['remark']}>{remark}</span>
        </Combobox.Option>
      ))}
    </Combobox.Options>
  )
}

interface FilterLineErrorProps {
  readonly fault: FilterLineFault
  readonly onTake: (correction: Correction) => void
}

/** Explains why a line can't be parsed, and suggests what was probably meant. */
function FilterLineError({ fault: { message, corrections = [] }, onTake }: FilterLineErrorProps): ReactElement {
  return (
    <>
      {message}
      {corrections.map((correction, index) => (
        <Fragment key={correction.label}>
          {index === 0 ? ' Did you mean ' : ' or '}
          <Anchor component="button" type="button" inherit underline="always" onClick={() => onTake(correction)}>
            {correction.label}
          </Anchor>
        </Fragment>
      ))}
      {corrections.length > 0 && '?'}
    </>
  )
}
