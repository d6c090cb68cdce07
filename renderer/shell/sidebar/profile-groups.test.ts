import { expect, test } from 'vitest'
import type { Environment } from '#shared/profiles/environment.ts'
import { filterProfiles } from '#shared/profiles/profile-filter.ts'
import { groupProfiles, initialsOf } from './profile-groups.ts'

const profile = (
  name: string,
  environment: Environment,
  merchant = '',
): Parameters<typeof groupProfiles>[0][number] => ({
  ...{ id: name, name, environment, merchant },
})
const profiles = [
  profile('Globex Production', 'production'),
  profile('Acme 10 Production', 'production'),
  profile('Acme 9 Production', 'production'),
  profile('Acme 9 Mock', 'mock'),
  profile('Shop', 'client-testing', 'Globex'),
]
const urgent = ['Shop', 'Acme 9 Production', 'Globex Production', 'Acme 10 Production']

function outline(
  groupBy: 'environment' | 'merchant',
  sortBy: 'name' | 'expiry',
): readonly (readonly [string, ...string[]])[] {
  return groupProfiles(profiles, { groupBy, sortBy }, urgent).map(({ title, members }) => [
    title,
    ...members.map(({ name }) => name),
  ])
}

test('Sidebar: environments have a fixed order, and their profiles are sorted by name or by expiry', () => {
  expect(outline('environment', 'name')).toEqual([
    ['Production', 'Acme 9 Production', 'Acme 10 Production', 'Globex Production'],
    ['Client Testing', 'Shop'],
    ['Mock', 'Acme 9 Mock'],
  ])
  expect(outline('environment', 'expiry')[0]).toEqual([
    'Production',
    'Acme 9 Production',
    'Globex Production',
    'Acme 10 Production',
  ])
})

test('Sidebar: groups by merchant from tag or name, in the order of their profiles', () => {
  expect(outline('merchant', 'name')).toEqual([
    ['Acme 9', 'Acme 9 Mock', 'Acme 9 Production'],
    ['Acme 10', 'Acme 10 Production'],
    ['Globex', 'Globex Production', 'Shop'],
  ])
  expect(outline('merchant', 'expiry')).toEqual([
    ['Globex', 'Shop', 'Globex Production'],
    ['Acme 9', 'Acme 9 Production', 'Acme 9 Mock'],
    ['Acme 10', 'Acme 10 Production'],
  ])
})

test.each([
  ['', 5],
  ['acme  PROD', 2],
  ['globex', 2],
  ['client testing', 1],
  ['nothing', 0],
])('filterProfiles: “%s” finds %i profiles by name, merchant and environment', (text, count) => {
  expect(filterProfiles(profiles, text)).toHaveLength(count)
})

test.each([
  ['Acme live', 'AL'],
  ['Globex', 'GL'],
  ['Merchant 07 Production', 'M0'],
  ['acme-testing', 'AT'],
  ['Ökoenergie', 'ÖK'],
  ['—', '—'],
])('initialsOf: of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
