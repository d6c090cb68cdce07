import { useEffect } from 'react'
import { environmentNames } from '#shared/profiles/environment.ts'
import { listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { profilePageTitles, type Route } from '../platform/route.ts'

/** Returns the window's title, most specific first, e.g. `Token · Acme · Production · Clavis`. */
export function windowTitle(route: Route, profile: Profile | undefined): string {
  const of = profile === undefined ? [] : [profile.name, environmentNames[profile.environment]]
  return [pageTitle(route), ...of, 'Clavis'].join(' · ')
}

function pageTitle(route: Route): string {
  switch (route.page) {
    case 'welcome':
      return 'Welcome'
    case 'home':
      return 'Home'
    case 'replacements':
      return 'Replacements'
    case 'replacement':
      return 'Replacement'
    case 'timeline':
      return 'Certificate timeline'
    case 'practice':
      return 'Practice service'
    case 'settings':
      return 'Settings'
    case 'recovery':
      return 'Key recovery'
    case 'new-profile':
      return 'New profile'
    case 'edit-profile':
      return 'Edit profile'
    case 'diagnostics':
      return 'Diagnostics'
    case 'comparison':
      return `Comparison · ${listTitles[route.list]}`
    case 'watch':
      return 'Watched list'
    case 'lists':
      return listTitles[route.list]
    case 'overview':
    case 'credentials':
    case 'token':
    case 'requests':
      return profilePageTitles[route.page]
  }
}

/** Keeps the window's title true and answers it. */
export function useWindowTitle(route: Route, profile: Profile | undefined): string {
  const title = visibleLine(windowTitle(route, profile))
  useEffect(() => {
    document.title = title
  }, [title])
  return title
}
