import type { ErrorValue } from '../../shared/model/errors/error.ts'
import { isDistrust } from '../http/failures/tls-failure.ts'

/** Returns the command that helps with an error, as arguments of the command line; undefined if there is none. */
export function commandAgainst({ code, details }: Pick<ErrorValue, 'code' | 'details'>): string | undefined {
  switch (code) {
    case 'network-tls':
      return isDistrust(String(details?.['cause'])) ? 'authority show PROFILE' : undefined
    case 'network-proxy-login-missing':
      return 'secret set PROFILE --proxy'
    case 'snapshot-not-found':
      return 'snapshot list'
    default:
      return undefined
  }
}
