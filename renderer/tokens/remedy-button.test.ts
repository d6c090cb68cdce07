import { expect, test } from 'vitest'
import { remedyOf } from './remedy-button.tsx'

test('remedyOf: an error leads to the page that can fix it', () => {
  expect(remedyOf('no-active-credential')).toEqual({ label: 'Go to credentials', page: 'credentials' })
  expect(remedyOf('no-client-secret')).toEqual({ label: 'Enter client secret', page: 'credentials' })
  expect(remedyOf('network-name-not-found')).toMatchObject({ page: 'edit-profile', field: 'tokenUrl' })
  expect(remedyOf('token-refused')?.page).toBe('edit-profile')
  expect(remedyOf('network-proxy-login-missing')).toEqual({
    ...{ label: 'Enter proxy password', page: 'edit-profile', field: 'proxyUser' },
  })
})

test('remedyOf: is undefined for an error that no page can fix', () => {
  expect(remedyOf('service-failed')).toBeUndefined()
  expect(remedyOf('keychain-locked')).toBeUndefined()
})
