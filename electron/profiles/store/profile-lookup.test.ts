import { expect, test } from 'vitest'
import { profileWith } from '../../expiry/testing/stored-certificate.ts'
import { found } from './profile-lookup.ts'

const profiles = ['Acme live', 'Shop'].map((name) => profileWith(name, []))

test.each([
  ['acme live', 'Did you mean “Acme live”?'],
  ['Acme liev', 'Did you mean “Acme live”?'],
  ['Acme', 'Did you mean “Acme live”?'],
  ['Shopp', 'Did you mean “Shop”?'],
  ['Warehouse', 'It may have been deleted or renamed. Check the list of profiles.'],
])('found: suggests the nearest name, if there is no profile “%s”', (name, hint) => {
  expect(() => found(profiles, name)).toThrow(expect.objectContaining({ code: 'profile-not-found', hint }))
})
