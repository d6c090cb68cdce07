import { z } from 'zod'

/** The proxy for a profile's calls: the system's, none, or one of its own (without user and password). */
export const proxySchema = z
  .string()
  .regex(
    /^(?:system|none|https?:\/\/[^\s/@?#]+\/?)$/iu,
    'Enter “system”, “none” or an address such as http://proxy.example.com:3128.',
  )

/** The user name for a proxy of its own (RFC 7617 §2: without colon and control characters); empty where it asks none. */
export const proxyUserSchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^:\p{Cc}]*$/u, 'A user name for a proxy has no colon (RFC 7617).')

const separators = /[\s,;]+/u

/** The single rules of a list of exceptions, as they were written. */
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
 * Where a profile's own proxy is not used, separated by commas, semicolons or blanks: host names (with all below them),
 * `.suffix`, `*.suffix`, addresses, CIDR, each but CIDR with `:port` where wanted, `<local>` for names without a dot,
 * and `*` for everything.
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
        message: `“${wrong[0] ?? ''}” is no rule: use host names, .suffixes, addresses, 10.0.0.0/8, <local> or *.`,
      })
  })
