import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Profile } from '../../shared/model/profile.ts'
import { OverviewPage } from '../overview/overview-page.tsx'
import { PageBody } from '../ui/layout/page-body.tsx'
import { ActivityPage, CallsPage, CredentialsPage, ListsPage, TokenPage } from './pages.ts'
import { pathOfRoute, profilePageTitles, type ProfilePage, type Route } from '../platform/navigation/route.ts'

/** The page of a profile that the route names. Tables get the whole space; everything else flows. */
export function ProfilePageContent({
  route,
  profile,
}: {
  readonly route: Extract<Route, { page: ProfilePage }>
  readonly profile: Profile
}): ReactElement {
  switch (route.page) {
    case 'overview':
      return (
        <PageBody>
          <PageName page="overview" />
          <OverviewPage profile={profile} />
        </PageBody>
      )
    case 'credentials':
      return (
        <PageBody>
          <CredentialsPage profile={profile} />
        </PageBody>
      )
    case 'token':
      return (
        <PageBody>
          <TokenPage profile={profile} />
        </PageBody>
      )
    case 'lists':
      return (
        <PageBody layout="table">
          <PageName page="lists" />
          <ListsPage key={pathOfRoute(route)} profile={profile} list={route.list} show={route.show} />
        </PageBody>
      )
    case 'calls':
      return (
        <PageBody>
          <CallsPage profile={profile} />
        </PageBody>
      )
    case 'activity':
      return (
        <PageBody layout="table">
          <PageName page="activity" />
          <ActivityPage profile={profile} />
        </PageBody>
      )
  }
}

/** The heading of a page that needs none for the eye: its tab says it. Screen readers go by headings. */
function PageName({ page }: { readonly page: ProfilePage }): ReactElement {
  return <VisuallyHidden component="h2">{profilePageTitles[page]}</VisuallyHidden>
}
