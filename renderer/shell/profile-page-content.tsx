import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { pathOfRoute, profilePageOf, profilePageTitles, type ProfilePage, type Route } from '../platform/route.ts'
import { PageBody } from '../ui/layout/page-body.tsx'
import { pages } from './pages.ts'

type ProfileRoute = Extract<Route, { page: ProfilePage | 'comparison' | 'watch' | 'diagnostics' }>

/** Pages without a visible heading, because their tab has it; screen readers need one. */
const untitledPages = ['overview', 'lists', 'requests'] as const

interface ProfilePageContentProps {
  readonly route: ProfileRoute
  readonly profile: Profile
}

/** The page of a profile that the route names. Tables get the whole space; everything else flows. */
export function ProfilePageContent({ route, profile }: ProfilePageContentProps): ReactElement {
  const page = profilePageOf(route)
  const isWatch = route.page === 'watch'
  const untitled = isWatch ? undefined : untitledPages.find((each) => each === page)
  return (
    <PageBody layout={page === 'lists' && !isWatch ? 'table' : 'flow'}>
      {untitled !== undefined && <VisuallyHidden component="h2">{profilePageTitles[untitled]}</VisuallyHidden>}
      <Content route={route} profile={profile} />
    </PageBody>
  )
}

function Content({ route, profile }: { readonly route: ProfileRoute; readonly profile: Profile }): ReactElement {
  switch (route.page) {
    case 'overview':
      return <pages.overview profile={profile} />
    case 'credentials':
      return <pages.credentials profile={profile} />
    case 'token':
      return <pages.token profile={profile} />
    case 'lists':
      return <pages.lists key={pathOfRoute(route)} profile={profile} list={route.list} filterLine={route.filterLine} />
    case 'comparison':
      return <pages.comparison key={pathOfRoute(route)} profile={profile} list={route.list} />
    case 'watch':
      return <pages.watch key={route.watchId} profile={profile} watchId={route.watchId} />
    case 'requests':
      return <pages.requests key={pathOfRoute(route)} profile={profile} show={route.show} />
    case 'diagnostics':
      return <pages.diagnostics key={profile.id} profile={profile} />
  }
}
