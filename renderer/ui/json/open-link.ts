import { call } from '../../platform/clavis.ts'
import { showError } from '../dialog/show-error.tsx'
import type { JsonNode } from './json-nodes.ts'

/** Returns whether a value is a web address and nothing else. */
export function isWebAddress(node: JsonNode): node is JsonNode & { readonly kind: 'text' } {
  return node.kind === 'text' && /^https?:\/\/[^\s]+$/iu.test(node.text)
}

/** Asks main to show an address in full and to open it in the browser if the person agrees. */
export function openLink(url: string): void {
  call('app.openExternal', { url }).catch((error: unknown) => showError('Couldn’t open the address', error))
}
