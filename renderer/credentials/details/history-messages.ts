import type { CredentialEvent } from '../../../shared/model/credential/history.ts'

type PlainKind = Exclude<CredentialEvent['kind'], 'tried' | 'warned'>

const plainWords: Readonly<Record<PlainKind, string>> = {
  'key-made': 'Key made',
  'csr-made': 'CSR made',
  'csr-saved': 'CSR saved or copied',
  'certificate-imported': 'Certificate imported',
  'certificate-with-key-imported': 'Certificate imported with its key',
  'chain-completed': 'Issuer added to its chain',
  confirmed: 'Confirmed by the portal',
  activated: 'Became the one that signs',
  deactivated: 'Stopped signing: another one took over',
  retired: 'Retired',
  removed: 'Removed from the profile',
  'key-destroyed': 'Private key destroyed',
  'key-restored': 'Key put back into the keychain',
  restored: 'Restored from a backup',
}

/** What happened, in words. */
export function eventWords(event: CredentialEvent): string {
  if (event.kind === 'tried')
    return event.failure === undefined
      ? 'Tried with a token request: the service accepted it'
      : `Tried with a token request: it failed (${event.failure})`
  if (event.kind !== 'warned') return plainWords[event.kind]
  if (event.days === 0) return 'Warned that it had ended'
  return event.days === 1 ? 'Warned: 1 day left' : `Warned: ${event.days} days left`
}
