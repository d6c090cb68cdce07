import { listNames, type ListName } from '#shared/profiles/list-name.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'

/** The pages of a profile, in the order of their tabs. */
export const profilePages = ['overview', 'credentials', 'token', 'lists', 'requests'] as const
export type ProfilePage = (typeof profilePages)[number]

export const profilePageTitles: Readonly<Record<ProfilePage, string>> = {
  overview: 'Overview',
  credentials: 'Credentials',
  token: 'Token',
  lists: 'Lists',
  requests: 'Requests',
}

export type Route =
  | { readonly page: 'welcome' | 'home' }
  | { readonly page: 'overview' | 'token' | 'diagnostics'; readonly profileId: ProfileId }
  | {
      readonly page: 'requests'
      readonly profileId: ProfileId
      /** What the log shows first. */
      readonly show?: 'failures'
    }
  | {
      readonly page: 'credentials'
      readonly profileId: ProfileId
      /** The one to show first. */
      readonly credentialId?: string
    }
  | {
      readonly page: 'lists'
      readonly profileId: ProfileId
      readonly list: ListName
      /** The filter line that the list opens with, instead of the one it was left with. */
      readonly filterLine?: string
    }
  | {
      /** The differences of two loads of a list. */
      readonly page: 'comparison'
      readonly profileId: ProfileId
      readonly list: ListName
    }
  | {
      /** A watched list with its loads. */
      readonly page: 'watch'
      readonly profileId: ProfileId
      readonly watchId: string
    }
  | {
      readonly page: 'new-profile'
      /** The profile to copy to Production. */
      readonly from?: ProfileId
    }
  | { readonly page: 'replacement'; readonly profileId: ProfileId }
  | {
      readonly page: 'edit-profile'
      readonly profileId: ProfileId
      /** The name of the setting whose field has the focus, and a value to suggest for it. */
      readonly field?: string
      readonly suggestion?: string
    }
  | { readonly page: 'replacements' }
  | { readonly page: 'timeline' }
  | { readonly page: 'practice' }
  | { readonly page: 'settings' }
  | { readonly page: 'recovery' }

/** Returns the route of one of a profile's pages. @param list the one that the lists page opens */
export function routeOfPage(profileId: ProfileId, page: ProfilePage, list: ListName = 'reports'): Route {
  return page === 'lists' ? { page, profileId, list } : { page, profileId }
}

/** Returns the page of a profile whose tab a route belongs to; undefined if it belongs to none. */
export function profilePageOf({ page }: Route): ProfilePage | undefined {
  return profilePages.find((name) => name === (page === 'comparison' || page === 'watch' ? 'lists' : page))
}

/** A route as the part of the address after `#`, e.g. `/profiles/new`. */
export function pathOfRoute(route: Route): string {
  switch (route.page) {
    case 'welcome':
    case 'home':
    case 'timeline':
    case 'replacements':
    case 'practice':
    case 'settings':
    case 'recovery':
      return `/${route.page}`
    case 'new-profile':
      return `/profiles/new${route.from === undefined ? '' : `/from/${route.from}`}`
    case 'edit-profile':
      return `/profiles/${route.profileId}/edit${pathOfField(route)}`
    case 'replacement':
      return `/profiles/${route.profileId}/replacement`
    case 'lists':
      return `/profiles/${route.profileId}/lists/${route.list}${route.filterLine === undefined ? '' : `/search/${encodeURIComponent(route.filterLine)}`}`
    case 'comparison':
      return `/profiles/${route.profileId}/lists/${route.list}/comparison`
    case 'watch':
      return `/profiles/${route.profileId}/watches/${route.watchId}`
    case 'credentials':
      return `/profiles/${route.profileId}/credentials${route.credentialId === undefined ? '' : `/${route.credentialId}`}`
    case 'requests':
      return `/profiles/${route.profileId}/requests${route.show === undefined ? '' : `/${route.show}`}`
    case 'overview':
    case 'token':
    case 'diagnostics':
      return `/profiles/${route.profileId}/${route.page}`
  }
}

function pathOfField({ field, suggestion }: { readonly field?: string; readonly suggestion?: string }): string {
  return field === undefined
    ? ''
    : `/field/${field}${suggestion === undefined ? '' : `/${encodeURIComponent(suggestion)}`}`
}

const places = ['welcome', 'home', 'timeline', 'replacements', 'practice', 'settings', 'recovery'] as const

function isPlace(room: string | undefined): room is (typeof places)[number] {
  return places.some((place) => place === room)
}

/** Reads what {@link pathOfRoute} wrote, e.g. `/profiles/new`; undefined if the text is no route. */
export function routeOfPath(path: string): Route | undefined {
  const [room, second, third, fourth, ...rest] = path.replace(/^#?\//u, '').split('/')
  if (rest.length > 0 && third !== 'lists' && third !== 'edit') return undefined
  if (second === undefined) return isPlace(room) ? { page: room } : undefined
  if (room !== 'profiles') return undefined
  if (third === undefined) return second === 'new' ? { page: 'new-profile' } : undefined

  if (second === 'new' && third === 'from') {
    const from = idOf(fourth)
    return from === undefined ? undefined : { page: 'new-profile', from }
  }
  const profileId = idOf(second)
  if (profileId === undefined) return undefined
  if (third === 'lists') {
    const list = listNames.find((name) => name === fourth)
    if (list === undefined) return undefined
    if (rest.length === 0) return { page: 'lists', profileId, list }
    if (rest.length === 1 && rest[0] === 'comparison') return { page: 'comparison', profileId, list }
    const filterLine = filterLineOfPath(rest)
    return filterLine === undefined ? undefined : { page: 'lists', profileId, list, filterLine }
  }
  if (third === 'credentials' && fourth !== undefined) {
    const credentialId = idOf(fourth)
    return credentialId === undefined ? undefined : { page: 'credentials', profileId, credentialId }
  }
  if (third === 'watches') {
    const watchId = idOf(fourth)
    return watchId === undefined ? undefined : { page: 'watch', profileId, watchId }
  }
  if (third === 'edit' && fourth === 'field') return fieldOfPath(profileId, rest)
  if (third === 'requests' && fourth === 'failures') return { page: third, profileId, show: fourth }
  if (fourth !== undefined) return undefined
  if (third === 'diagnostics') return { page: third, profileId }
  if (third === 'edit') return { page: 'edit-profile', profileId }
  if (third === 'replacement') return { page: 'replacement', profileId }
  const page = profilePages.find((name) => name === third)
  return page === undefined || page === 'lists' ? undefined : { page, profileId }
}

/** Returns the id of a profile, credential or watch, a UUID; undefined if the text is none. */
function idOf(text = ''): string | undefined {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text) ? text : undefined
}

function fieldOfPath(profileId: ProfileId, [field = '', written, ...rest]: readonly string[]): Route | undefined {
  if (!/^[A-Za-z]+$/u.test(field) || rest.length > 0) return undefined
  const suggestion = written === undefined ? undefined : decoded(written)
  if (written !== undefined && suggestion === undefined) return undefined
  return { page: 'edit-profile', profileId, field, ...(suggestion === undefined ? {} : { suggestion }) }
}

function filterLineOfPath([kind, written, ...rest]: readonly string[]): string | undefined {
  return kind !== 'search' || written === undefined || rest.length > 0 ? undefined : decoded(written)
}

function decoded(written: string): string | undefined {
  try {
    return decodeURIComponent(written)
  } catch {
    return undefined
  }
}

export function profileIdOf(route: Route): ProfileId | undefined {
  return 'profileId' in route ? route.profileId : undefined
}
