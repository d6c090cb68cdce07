import { z } from 'zod'
import { connectedAddress, isAmbiguousAddress } from './address.ts'

const expected = 'Enter “system”, “none” or an address such as http://proxy.example.com:3128.'

/** The proxy as stored: earlier versions took a host or port that no URL can have. It is read as it is connected to. */
export const storedProxySchema = z
  .string()
  .regex(/^(?:system|none|https?:\/\/[^\s/@?#]+\/?)$/iu, expected)
  .overwrite((text) => {
    const address = connectedAddress(text)
    // A proxy has no path.
    return address === text ? text : address.replace(/(?<=^https?:\/\/[^/]+)\/.*$/u, '')
  })

/** The proxy for a profile's calls: the system's, none, or a custom one (without user and password). */
export const proxySchema = z
  .string()
  .max(1000)
  .refine((text) => !isAmbiguousAddress(text) && (!text.includes('/') || z.url().safeParse(text).success), expected)
  .pipe(storedProxySchema)

/** The user name for a custom proxy (RFC 7617 §2: without colon and control characters); empty if it requires none. */
export const proxyUserSchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^:\p{Cc}]*$/u, 'A user name for a proxy has no colon (RFC 7617).')

const separators = /[\s,;]+/u

/** Splits a list of exceptions into its rules, as written, e.g. `.example.com, 10.0.0.0/8` to two. */
export function splitProxyExceptions(text: string): string[] {
  return text.split(separators).filter((rule) => rule !== '')
}

const hostRule = /^(?:\*?\.)?[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?(?::\d{1,5})?$/u
const bracketedRule = /^\[(?<address>[^\]]+)\](?::\d{1,5})?$/u

function isRule(rule: string): boolean {
  if (rule === '*' || rule.toLowerCase() === '<local>') return true
  const bracketed = bracketedRule.exec(rule)?.groups?.['address']
  if (bracketed !== undefined) return z.ipv6().safeParse(bracketed).success
  if (rule.includes('/')) return z.cidrv4().safeParse(rule).success || z.cidrv6().safeParse(rule).success
  if (/^[\d.]+$/u.test(rule)) return z.ipv4().safeParse(rule).success
  return hostRule.test(rule) || z.ipv6().safeParse(rule).success
}

/**
 * Hosts for which a custom proxy is not used, separated by commas, semicolons or blanks: host names (including
 * subdomains), `.suffix`, `*.suffix`, addresses, CIDR, each but CIDR with an optional `:port`, `<local>` for names
 * without a dot, and `*` for everything.
 */
export const proxyExceptionsSchema = z
  .string()
  .trim()
  .max(4000)
  .superRefine((text, context) => {
    const wrong = splitProxyExceptions(text).filter((rule) => !isRule(rule))
    if (wrong.length > 0)
      context.addIssue({
        code: 'custom',
        message: `“${wrong[0] ?? ''}” is not a valid exception: use host names, .suffixes, addresses, 10.0.0.0/8, <local> or *.`,
      })
  })
