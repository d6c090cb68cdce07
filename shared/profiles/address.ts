import { z } from 'zod'
import { hasHiddenCharacters } from '../values/visible-text.ts'
import { isLoopbackUrl } from './plain-http.ts'

/** The URL parser (WHATWG) that Node and the page have. */
declare const URL: {
  new (text: string): { readonly href: string; readonly origin: string; readonly protocol: string }
  canParse(text: string): boolean
}

/**
 * Returns an address as it is connected to: in ASCII, without what URL parsers drop or rewrite, so that every program takes
 * it for the same one. An address that differs in no more than case, a default port or the slash of an empty path stays as it is
 * written: services compare the token URL as text.
 */
export function connectedAddress(text: string): string {
  if (!URL.canParse(text)) return text
  const { href, origin, protocol } = new URL(text)
  const path = href.slice(origin.length)
  const isAsWritten = [origin, `${origin}:${protocol === 'https:' ? 443 : 80}`].some(
    (start) =>
      text.toLowerCase().startsWith(start) && [path, path.replace(/^\/$/u, '')].includes(text.slice(start.length)),
  )
  return isAsWritten && /^[!-~]+$/u.test(text) ? text : href
}

/**
 * Joins a path to a base address: `/reports` to `https://api.example.com/v1/reports`. The base's own path stays, with
 * or without a slash at its end.
 */
export function urlBelow(baseUrl: string, path: string): string {
  return connectedAddress(`${baseUrl.replace(/\/+$/u, '')}/${path.replace(/^\/+/u, '')}`)
}

const unambiguous = 'Leave out spaces, line breaks, backslashes and characters that cannot be seen.'

/** Returns whether an address has characters that parsers drop, or read in different ways. */
export function isAmbiguousAddress(text: string): boolean {
  return /[\s\\]/u.test(text) || hasHiddenCharacters(text)
}

function requireEndpoint(text: string, context: z.RefinementCtx): void {
  const complain = (message: string): void => {
    context.addIssue({ code: 'custom', message })
  }
  const scheme = /^(?<scheme>[a-z][a-z0-9+.-]*):\/\//iu.exec(text)?.groups?.['scheme']?.toLowerCase()
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http')
    complain(`Start the address with https://. ${scheme}:// is not supported.`)
  else if (!/^https?:\/\/[^\s/]+/iu.test(text) || !z.url().safeParse(text).success)
    complain('Enter a full address, for example https://api.example.com/v1.')
  else if (/^https?:\/\/[^/?#]*@/iu.test(text)) complain('Leave user name and password out of the address.')
  else if (text.includes('#')) complain('Leave the part after “#” out of the address.')
  else if (/^http:/iu.test(text) && !isLoopbackUrl(text))
    complain('Use https. Plain http is only for addresses on this computer.')
}

/** An address as stored: earlier versions took what {@link endpointUrlSchema} refuses. It is read as it is connected to. */
export const storedEndpointUrlSchema = z.string().trim().superRefine(requireEndpoint).overwrite(connectedAddress)

/**
 * An absolute http(s) URL without user information or fragment; https unless its host is a loopback address. It means one
 * address to every program, and a question can show all of it.
 */
export const endpointUrlSchema = z
  .string()
  .trim()
  .max(1000, 'Use at most 1,000 characters.')
  .superRefine((text, context) => {
    if (isAmbiguousAddress(text)) context.addIssue({ code: 'custom', message: unambiguous })
    else requireEndpoint(text, context)
  })
  .overwrite(connectedAddress)

/** The address of an API, to which paths are joined. */
export const baseUrlSchema = endpointUrlSchema.refine(
  (text) => !text.includes('?'),
  'Leave the part after “?” out of a base address.',
)
