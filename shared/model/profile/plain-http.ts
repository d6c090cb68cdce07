import { isLoopbackUrl, type ProfileSettings } from './profile.ts'

type Addresses = Pick<ProfileSettings, 'environment' | 'tokenUrl' | 'apiBaseUrl' | 'reportsBaseUrl'>

/**
 * Returns a warning if a Production profile sends its secrets and tokens unencrypted to a program on this computer, the
 * only place where plain http is allowed; undefined otherwise. The practice service is such a program on purpose.
 */
export function adviseOnPlainHttp(settings: Addresses, isPractice = false): string | undefined {
  const { environment, tokenUrl, apiBaseUrl, reportsBaseUrl } = settings
  if (environment !== 'production' || isPractice) return undefined
  const plain = [tokenUrl, apiBaseUrl, reportsBaseUrl]
    .map((address) => address.trim())
    .filter((address) => /^http:/iu.test(address) && isLoopbackUrl(address))
  if (plain.length === 0) return undefined
  const origins = [...new Set(plain.map((address) => /^http:\/\/[^/?#]+/iu.exec(address)?.[0] ?? address))]
  return `Production tokens go unencrypted to a program on this computer: ${origins.join(', ')}. Use the service’s https address.`
}
