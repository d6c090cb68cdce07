import { expect, it } from 'vitest'
import { pathOfRoute, profileIdOf, profilePageOf, profilePages, routeOfPage, routeOfPath, type Route } from './route.ts'

const profileId = '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11'

const routes: readonly Route[] = [
  { page: 'welcome' },
  { page: 'timeline' },
  { page: 'home' },
  { page: 'practice' },
  { page: 'settings' },
  { page: 'new-profile' },
  { page: 'new-profile', from: profileId },
  { page: 'edit-profile', profileId },
  { page: 'edit-profile', profileId, field: 'proxy' },
  { page: 'edit-profile', profileId, field: 'audience', suggestion: 'a:uri:b/c:"100% ü"' },
  { page: 'replacements' },
  { page: 'replacement', profileId },
  { page: 'lists', profileId, list: 'report-configs' },
  { page: 'lists', profileId, list: 'reports', filterLine: 'a/b:"100% / ü"' },
  { page: 'comparison', profileId, list: 'reports' },
  { page: 'watch', profileId, watchId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de' },
  { page: 'credentials', profileId, credentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de' },
  { page: 'requests', profileId, show: 'failures' },
  { page: 'diagnostics', profileId },
  ...profilePages.map((page) => routeOfPage(profileId, page)),
]

it.each(routes)('Routes: are restored from the address: $page', (route) => {
  expect(routeOfPath(`#${pathOfRoute(route)}`)).toEqual(route)
})

it.each([
  '',
  '#/',
  '#/nowhere',
  '#/profiles',
  '#/profiles/not-an-id/overview',
  `#/profiles/${profileId}`,
  `#/profiles/${profileId}/nowhere`,
  `#/profiles/${profileId}/lists`,
  `#/profiles/${profileId}/lists/users`,
  `#/profiles/${profileId}/overview/more`,
  `#/profiles/${profileId}/lists/reports/more`,
  `#/profiles/${profileId}/lists/reports/comparison/more`,
  `#/profiles/${profileId}/lists/users/comparison`,
  `#/profiles/${profileId}/lists/reports/search`,
  `#/profiles/${profileId}/lists/reports/search/%zz`,
  `#/profiles/${profileId}/lists/reports/search/a/b`,
  `#/profiles/${profileId}/credentials/not-an-id`,
  `#/profiles/${profileId}/watches`,
  `#/profiles/${profileId}/watches/not-an-id`,
  `#/profiles/${profileId}/edit/more`,
  `#/profiles/${profileId}/edit/field`,
  `#/profiles/${profileId}/edit/field/kid/%zz`,
  `#/profiles/${profileId}/edit/field/kid/a/b`,
  '#/settings/more',
  '#/timeline/more',
])('Routes: reject an invalid address: %s', (path) => {
  expect(routeOfPath(path)).toBeUndefined()
})

it('profilePageOf: a comparison belongs to the lists', () => {
  expect(profilePageOf({ page: 'comparison', profileId, list: 'reports' })).toBe('lists')
  expect(profilePageOf({ page: 'requests', profileId })).toBe('requests')
  expect(profilePageOf({ page: 'diagnostics', profileId })).toBeUndefined()
})

it('profileIdOf: returns the profile of a page that has one', () => {
  expect(profileIdOf({ page: 'edit-profile', profileId })).toBe(profileId)
  expect(profileIdOf({ page: 'settings' })).toBeUndefined()
})
