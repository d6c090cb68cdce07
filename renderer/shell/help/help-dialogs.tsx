import { Kbd, Stack, Table, Text } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { filterSyntax } from '#shared/lists/filter-line/filter-syntax.ts'
import type { HelpTopic } from '#shared/settings/app-settings.ts'
import { explanation, terms } from '../../ui/controls/explain.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { shortcutGroups } from './shortcuts.ts'
import classes from './help-dialogs.module.css'

const topics: Readonly<Record<HelpTopic, { readonly title: string; readonly content: () => ReactNode }>> = {
  shortcuts: { title: 'Keyboard shortcuts', content: () => <Shortcuts /> },
  filter: { title: 'Filter syntax', content: () => <FilterSyntax /> },
  terms: { title: 'Terms', content: () => <Terms /> },
}

let open: HelpTopic | undefined

/** Opens the help on a topic, unless it is open. */
export function openHelpDialog(topic: HelpTopic): void {
  if (open === topic) return
  open = topic
  openDialog(topics[topic].title, topics[topic].content, { size: 'lg', onClose: () => (open = undefined) })
}

const isMac = navigator.userAgent.includes('Mac')

function Shortcuts(): ReactElement {
  return (
    <Stack>
      {shortcutGroups.map(({ where, shortcuts }) => (
        <section key={where} aria-label={where}>
          <h3 className={classes['where']}>{where}</h3>
          <Rows
            rows={shortcuts.map(([keys, action]) => [
              <Kbd key="keys">{isMac ? keys.replaceAll('Ctrl+', '⌘') : keys}</Kbd>,
              action,
            ])}
          />
        </section>
      ))}
    </Stack>
  )
}

function FilterSyntax(): ReactElement {
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Finds loaded records that match every word and filter.
      </Text>
      <Rows rows={filterSyntax.map(([example, meaning]) => [<code key="example">{example}</code>, meaning])} />
    </>
  )
}

function Terms(): ReactElement {
  return (
    <Rows rows={Object.values(terms).map((term) => [<strong key="term">{term.title}</strong>, explanation(term)])} />
  )
}

function Rows({ rows }: { readonly rows: readonly (readonly [ReactNode, string])[] }): ReactElement {
  return (
    <Table className={classes['rows'] ?? ''} withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {rows.map(([sign, meaning], index) => (
          <Table.Tr key={index}>
            <Table.Th scope="row">{sign}</Table.Th>
            <Table.Td>{meaning}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
