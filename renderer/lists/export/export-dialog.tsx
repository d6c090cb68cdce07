import { Checkbox, Group, Radio, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactElement } from 'react'
import { csvDelimiters, nestedForms } from '#shared/lists/export-forms.ts'
import type { ChosenRecords, CsvOptions, ExportOptions, NestedForm } from '#shared/lists/export.ts'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import {
  columnChoices,
  dataFormatNames,
  dataFormats,
  delimiterNames,
  exportOptions,
  exportUses,
  optionsSummary,
  readExportChoices,
  textsOfUses,
  writeExportChoices,
  type ColumnChoice,
  type ExportChoices,
} from './export-choices.ts'
import { exportScopes, type ExportScope, type Exportable, defaultScope } from './export-scopes.ts'
import { exportedColumns, exportedColumnsMessage } from './exported-columns.ts'
import classes from './export.module.css'

type Save = (chosen: ChosenRecords, options: ExportOptions) => void

/** Opens the export dialog. Returns its id. */
export function openExport(exportable: Exportable, onSave: Save, onClose?: () => void): string {
  return openDialog(
    'Export list',
    (close) => (
      <ExportForm
        exportable={exportable}
        onCancel={close}
        onSave={(chosen, options) => {
          close()
          onSave(chosen, options)
        }}
      />
    ),
    { size: 'lg', ...(onClose !== undefined && { onClose }) },
  )
}

interface ExportFormProps {
  readonly exportable: Exportable
  readonly onCancel: () => void
  readonly onSave: Save
}

function ExportForm({ exportable, onCancel, onSave }: ExportFormProps): ReactElement {
  const answers = exportScopes(exportable)
  const only = answers.length === 1 ? answers[0] : undefined
  const [which, setWhich] = useState<ExportScope['which']>(defaultScope(answers)?.which ?? 'all')
  const [choices, setChoices] = useState(() => readExportChoices(localStorage))
  const [isOpen, setOpen] = useState(false)
  const [optionsId, descriptionId] = [useId(), useId()]
  const { use } = choices
  const saved = exportedColumns(exportable.columns)

  function submit(): void {
    const answer = answers.find((each) => each.which === which)
    if (answer === undefined) return
    writeExportChoices(localStorage, choices)
    onSave(answer.chosen, exportOptions(choices, saved))
  }

  return (
    <DialogForm action="Choose file…" onCancel={onCancel} onSubmit={submit}>
      {only !== undefined && (
        <div>
          <Text size="sm" fw={500}>
            {only.label}
          </Text>
          <p className={classes['hint']}>{only.description}</p>
        </div>
      )}
      {only === undefined && (
        <Radio.Group label="Records" value={which} onChange={(value) => setWhich(whichOf(answers, value))}>
          <Stack gap={8} mt={8}>
            {answers.map(({ which: value, label, description }) => (
              <Radio
                key={value}
                value={value}
                label={label}
                description={description}
                data-autofocus={value === which || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Radio.Group
        label="Export for"
        value={use}
        onChange={(value) => setChoices({ ...choices, use: exportUses.find((each) => each === value) ?? use })}
      >
        <div className={classes['uses']}>
          {exportUses.map((each) => {
            const { name, format, description } = textsOfUses(choices)[each]
            return (
              <Radio.Card
                key={each}
                value={each}
                aria-label={`${name} (${format})`}
                aria-describedby={`${descriptionId}-${each}`}
                data-autofocus={each === use || undefined}
              >
                <Text span display="block" size="sm" fw={600}>
                  {name}{' '}
                  <Text span inherit fw={400} c="dimmed">
                    {format}
                  </Text>
                </Text>
                <Text span display="block" size="xs" c="dimmed" mt={3} id={`${descriptionId}-${each}`}>
                  {description}
                </Text>
              </Radio.Card>
            )
          })}
        </div>
      </Radio.Group>
      <div>
        <UnstyledButton
          className={classes['fold'] ?? ''}
          aria-expanded={isOpen}
          aria-controls={optionsId}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={15} aria-hidden />
          Options
          <span className={classes['summary']}>{optionsSummary(choices, saved.length > 0)}</span>
        </UnstyledButton>
        <Stack id={optionsId} gap="sm" mt={isOpen ? 'sm' : 0}>
          {isOpen && <Options choices={choices} exportable={exportable} onChange={setChoices} />}
        </Stack>
      </div>
    </DialogForm>
  )
}

interface OptionsProps {
  readonly choices: ExportChoices
  readonly exportable: Exportable
  readonly onChange: (choices: ExportChoices) => void
}

function Options({ choices, exportable, onChange }: OptionsProps): ReactElement {
  const { use, csv, csvColumns, dataFormat, parquetNested, parquetColumns } = choices
  const changeCsv = (changes: Partial<CsvOptions>): void => onChange({ ...choices, csv: { ...csv, ...changes } })
  const tableColumns = (
    <Columns
      value={csvColumns}
      exportable={exportable}
      onChange={(columns) => onChange({ ...choices, csvColumns: columns })}
      nested={csv.nested}
      onNested={(nested) => changeCsv({ nested })}
    />
  )
  switch (use) {
    case 'data':
      return (
        <Choice
          label="File format"
          value={dataFormat}
          names={dataFormatNames}
          values={dataFormats}
          onChange={(format) => onChange({ ...choices, dataFormat: format })}
        />
      )
    case 'analysis':
      return (
        <>
          <Columns
            value={parquetColumns}
            exportable={exportable}
            onChange={(columns) => onChange({ ...choices, parquetColumns: columns })}
            nested={parquetNested}
            onNested={(nested) => onChange({ ...choices, parquetNested: nested })}
          />
          <p className={classes['hint']}>
            Number types fit this file’s values; --types of the command line fixes them.
          </p>
        </>
      )
    case 'xlsx':
      return (
        <>
          {tableColumns}
          <p className={classes['hint']}>
            Dates are in UTC. Numbers of more than 15 digits are text, because Excel would change them.
          </p>
        </>
      )
    case 'csv':
      return (
        <>
          {tableColumns}
          <Choice
            label="Delimiter"
            value={csv.delimiter}
            names={delimiterNames}
            values={csvDelimiters}
            onChange={(delimiter) => changeCsv({ delimiter })}
          />
          <Checkbox
            label="Byte order mark"
            description="Excel needs it to display ü and ø."
            checked={csv.byteOrderMark}
            onChange={(event) => changeCsv({ byteOrderMark: event.currentTarget.checked })}
          />
          <Checkbox
            label="Escape formulas"
            description="Adds an apostrophe to text that a spreadsheet would treat as a formula (= + - @ at the start, or after a delimiter or line break). Negative numbers stay numbers."
            checked={csv.guardFormulas}
            onChange={(event) => changeCsv({ guardFormulas: event.currentTarget.checked })}
          />
        </>
      )
  }
}

interface ColumnsProps {
  readonly value: ColumnChoice
  readonly exportable: Exportable
  readonly onChange: (columns: ColumnChoice) => void
  readonly nested: NestedForm
  readonly onNested: (nested: NestedForm) => void
}

/** Chooses the columns of a table. Nested values only matter if all columns of the data are exported. */
function Columns({ value, exportable, onChange, nested, onNested }: ColumnsProps): ReactElement {
  const hintId = useId()
  const saved = exportedColumns(exportable.columns)
  // If all columns are hidden there is no table to follow.
  const chosen = saved.length === 0 ? 'all' : value
  return (
    <>
      {saved.length > 0 && (
        <div>
          <Choice
            label="Columns"
            value={chosen}
            names={{ all: 'All fields', arranged: 'As in the table' }}
            values={columnChoices}
            onChange={onChange}
            describedBy={hintId}
          />
          <p className={classes['hint']} id={hintId}>
            {chosen === 'all'
              ? 'Every field under its path, including hidden columns.'
              : exportedColumnsMessage(exportable.columns, saved)}
          </p>
        </div>
      )}
      {chosen === 'all' && (
        <Choice
          label="Nested objects"
          value={nested}
          names={{ columns: 'Separate columns', json: 'JSON column' }}
          values={nestedForms}
          onChange={onNested}
        />
      )}
    </>
  )
}

function Choice<T extends string>({
  label,
  value,
  names,
  values,
  onChange,
  describedBy,
}: {
  readonly label: string
  readonly value: T
  readonly names: Readonly<Record<T, string>>
  readonly values: readonly T[]
  readonly onChange: (value: T) => void
  readonly describedBy?: string
}): ReactElement {
  return (
    <Group justify="space-between" gap="6px 16px">
      <Text size="sm" fw={500} aria-hidden>
        {label}
      </Text>
      <SegmentedControl
        aria-label={label}
        aria-describedby={describedBy}
        value={value}
        data={values.map((each) => ({ value: each, label: names[each] }))}
        onChange={onChange}
      />
    </Group>
  )
}

function whichOf(answers: readonly ExportScope[], value: string): ExportScope['which'] {
  return answers.find(({ which }) => which === value)?.which ?? 'all'
}
