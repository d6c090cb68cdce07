import { IconHelpCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { IconButton } from './icon-button.tsx'
import { sendPageCommand } from '../../platform/page-command.ts'
import { explanation, terms, type TermName } from './terms.ts'

/** Explains a term of the service's document in one line, on hover or focus. A click opens all terms. */
export function Explain({ term }: { readonly term: TermName }): ReactElement {
  return (
    <IconButton
      label={`About: ${terms[term].title}`}
      tooltip={explanation(terms[term])}
      icon={IconHelpCircle}
      size={20}
      style={{ verticalAlign: 'middle' }}
      onClick={() => sendPageCommand('help-terms')}
    />
  )
}
