import { IconHelpCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { sendPageCommand } from '../../platform/page-command.ts'
import { IconButton } from './buttons.tsx'

/** What a term of the service's document means, in one line, and where it is defined. */
export interface Term {
  readonly title: string
  readonly text: string
  /** Section of the service's document. */
  readonly section: string
}

export const terms = {
  kid: {
    title: 'Key ID (kid)',
    text: 'The thumbprint of the uploaded certificate, in the header of each assertion. The service uses it to find your public key.',
    section: '2',
  },
  thumbprint: {
    title: 'Thumbprint',
    text: 'The SHA-1 hash of a certificate, as the portal’s Security page shows it. It is sent unchanged as key ID.',
    section: '5.2',
  },
  csr: {
    title: 'CSR',
    text: 'Certificate signing request: your public key and name, which a certificate authority signs. It contains no secret.',
    section: '5.3',
  },
  audience: {
    title: 'Audience',
    text: 'The API resource a token is requested for: prefix:uri:environment:product.',
    section: '4.1',
  },
  assertion: {
    title: 'Client assertion',
    text: 'A JWT that you sign with your private key (RS256). It proves who you are without a shared secret.',
    section: '2',
  },
} as const satisfies Record<string, Term>
export type TermName = keyof typeof terms

export function explanation({ text, section }: Term): string {
  return `${text} Service document, section ${section}.`
}

/** Explains a term of the service's document in one line, on hover or focus. A click opens all terms. */
export function Explain({ term }: { readonly term: TermName }): ReactElement {
  return (
    <IconButton
      label={`About: ${terms[term].title}`}
      tooltip={explanation(terms[term])}
      icon={IconHelpCircle}
      size={24}
      style={{ verticalAlign: 'middle' }}
      onClick={() => sendPageCommand('help-terms')}
    />
  )
}
