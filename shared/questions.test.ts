import { expect, test } from 'vitest'
import type { Credential } from './credentials/credential.ts'
import type { Profile } from './profiles/profile.ts'
import {
  activateQuestion,
  deleteKeyQuestion,
  deleteProfileQuestion,
  removeCredentialQuestion,
  removeProxyPasswordQuestion,
  retireQuestion,
  type Confirmation,
} from './questions.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const profileIn = (environment: Profile['environment']): Pick<Profile, 'name' | 'environment' | 'flavor'> => ({
  name: 'Acme',
  environment,
  flavor: 'jwt',
})
const acme = profileIn('client-testing')

function credential(state: Credential['state'], subject: string, confirmed = true): Credential {
  return {
    ...({
      id: subject,
      state,
      createdAt: '2026-01-01T00:00:00Z',
      certificate: {
        subject,
        notBefore: '2026-01-01T00:00:00Z',
        notAfter: '2026-09-01T12:00:00Z',
        thumbprint: { sha1: 'AA'.repeat(20) },
      },
      ...(confirmed ? { confirmation: { thumbprint: 'AA'.repeat(20) } } : {}),
    } as unknown as Credential),
  }
}

const [active, next, old] = [
  credential('active', 'CN=active'),
  credential('confirmed', 'CN=next'),
  credential('retired', 'CN=old'),
]
const all = [active, next, old]

test.each<[what: string, ask: (profile: typeof acme) => Confirmation]>([
  ['activate', (profile) => activateQuestion(profile, next, all, 'activate')],
  ['switch', (profile) => activateQuestion(profile, next, all, 'switch')],
  ['roll back', (profile) => activateQuestion(profile, next, all, 'roll-back')],
  ['retire', (profile) => retireQuestion(profile, next, all)],
  ['delete a key', (profile) => deleteKeyQuestion(profile, old)],
  ['remove', (profile) => removeCredentialQuestion(profile, next, { destroyKey: true, now })],
  ['remove a proxy password', removeProxyPasswordQuestion],
  ['delete a profile', (profile) => deleteProfileQuestion(profile, { destroySecrets: true })],
])('Question before %s: is the same for every environment, but says that it is about Production', (_what, ask) => {
  const [{ message, ...rest }, inProduction] = [ask(acme), ask(profileIn('production'))]
  expect(inProduction).toMatchObject(rest)
  expect(inProduction.message).toContain('a Production profile')
  expect(message).not.toContain('Production')
  expect(rest.details[0]).toBe('Profile: Acme')
})

test('activateQuestion: warns of what is not confirmed, and promises a way back only if there is one', () => {
  const details = (...[credentials, activation]: [readonly Credential[], 'activate' | 'switch']): string =>
    activateQuestion(acme, credential('certificate-imported', 'CN=new', false), credentials, activation).details.join(
      ' ',
    )
  expect(details(all, 'activate')).toContain('Active now: CN=active, expires')
  expect(details(all, 'activate')).toContain('you can switch back')
  expect(details(all, 'activate')).toContain('token requests fail')
  expect(details([old], 'activate')).toContain('Active now: none')
  expect(details([old], 'activate')).not.toContain('you can switch back')
  // The service has accepted it.
  expect(details(all, 'switch')).not.toContain('token requests fail')
  expect(activateQuestion(acme, next, all, 'activate').details.join(' ')).not.toContain('confirmed')
})

test('retireQuestion: warns only of retiring the active credential', () => {
  expect(retireQuestion(acme, active, all).details.join(' ')).toContain('can’t request tokens until')
  expect(retireQuestion(acme, next, all).details.join(' ')).not.toContain('can’t request tokens until')
  expect(retireQuestion(acme, next, all).details.join(' ')).toContain('Active now: CN=active')
})

test('removeCredentialQuestion: says what becomes of key and certificate', () => {
  const details = (destroyKey: boolean, at = now): string =>
    removeCredentialQuestion(acme, next, { destroyKey, now: at }).details.join(' ')
  expect(details(false)).toContain('removes the credential with its certificate from')
  expect(details(false)).toContain('stays in the keychain')
  expect(details(true)).toContain('is permanently deleted from the keychain. Its certificate is still valid')
  expect(details(true, Date.parse('2026-09-01T12:00:01Z'))).not.toContain('still valid')
})

test('deleteProfileQuestion: names certificates only of flavors that have some', () => {
  const details = (flavor: Profile['flavor'], destroySecrets: boolean): string =>
    deleteProfileQuestion({ ...acme, flavor }, { destroySecrets }).details.join(' ')
  expect(details('jwt', true)).toContain('Certificates for these keys')
  expect(details('basic', true)).not.toContain('Certificates for these keys')
  expect(details('basic', true)).toContain('can’t be recovered')
  expect(details('basic', false)).toContain('stay in the keychain')
})
