import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconFilterSearch } from '@tabler/icons-react'
import { useState, type ReactElement, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../app/clavis.ts'
import { suggestColumns, suggestValues, writingAt, type Suggestion } from './filter-suggestions.ts'
import { LineFault } from './line-fault.tsx'
import type { FilterLineState } from './use-filter-line.ts'
import classes from './filter-line.module.css'

/** The one line to search and filter a list by; it completes columns’ names and their commonest values. */
export function FilterLineInput({
  runId,
  state,
  field,
  onDone,
}: {
  readonly runId: string | undefined
  readonly state: FilterLineState
  readonly field: RefObject<HTMLInputElement | null>
  /** The person is done with the line and goes on in the table. */
  readonly onDone: () => void
}): ReactElement {
  const { columns } = state
  const [cursor, setCursor] = useState(0)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const writing = writingAt(state.text, cursor, columns)
  const values = useQuery({
    queryKey: ['common-values', runId, writing.kind === 'value' ? [writing.path, writing.beginning] : undefined],
    queryFn: () =>
      runId === undefined || writing.kind !== 'value'
        ? []
        : call('lists.commonValues', { runId, path: writing.path, beginning: writing.beginning }),
    enabled: runId !== undefined && writing.kind === 'value' && combobox.dropdownOpened,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    gcTime: 0,
    retry: false,
  })
  const suggestions: readonly Suggestion[] =
    writing.kind === 'name'
      ? suggestColumns(writing, columns)
      : writing.kind === 'value'
        ? suggestValues(writing, values.data ?? [], columns)
        : []

  function take(index: string): void {
    const suggestion = suggestions[Number(index)]
    if (suggestion === undefined) return
    const { text, start, end } = suggestion
    const place = start + text.length
    // At once: whoever types on must find the cursor where it belongs.
    flushSync(() => {
      state.setText(`${state.text.slice(0, start)}${text}${state.text.slice(end).trimStart()}`)
      setCursor(place)
    })
    field.current?.setSelectionRange(place, place)
    // A name is followed by its values; a value ends its filter.
    if (text.endsWith(' ')) combobox.closeDropdown()
    else combobox.resetSelectedOption()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={take} width="max-content" position="bottom-start">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={field}
          role="combobox"
          className={classes['line'] ?? ''}
          aria-label="Search the loaded records"
          placeholder="Search, or filter: status:Errored amount>100"
          leftSection={<IconFilterSearch size={15} />}
          value={state.text}
          error={
            state.fault && (
              <LineFault
                fault={state.fault}
                onTake={() => {
                  state.takeMeant()
                  field.current?.focus()
                }}
              />
            )
          }
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            state.setText(event.currentTarget.value)
            setCursor(event.currentTarget.selectionStart ?? event.currentTarget.value.length)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            // With a suggestion chosen, Enter takes that.
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1) {
              combobox.closeDropdown()
              onDone()
            }
            if (event.key === 'Escape' && !combobox.dropdownOpened && state.text !== '') {
              event.stopPropagation()
              state.clear()
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length === 0} className={classes['dropdown'] ?? ''}>
        <Combobox.Options aria-label="Suggestions">
          {suggestions.map(({ text, label, remark }, index) => (
            <Combobox.Option key={text} value={String(index)} className={classes['option'] ?? ''}>
              <span className={classes['label']}>{label}</span>
              <span className={classes['remark']}>{remark}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
