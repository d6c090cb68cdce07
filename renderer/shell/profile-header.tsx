import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { RouteLink, useNavigation } from '../platform/navigation.tsx'
import { profilePageOf, profilePages, profilePageTitles, routeOfPage } from '../platform/route.ts'
import { ProfileMenu } from '../profiles/profile-menu.tsx'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { CopyButton } from '../ui/text/copy-button.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { titleIfCut } from '../ui/text/title-if-cut.ts'
import classes from './profile-header.module.css'

/** Renders the profile's name and client ID, with links to its pages: one bar in a wide window, two thin lines else. */
export function ProfileHeader({ profile }: { readonly profile: Profile }): ReactElement {
  const { route, lastList } = useNavigation()
  return (
    <header className={classes['header']}>
      <div className={classes['row']}>
        <h1 className={classes['name']} {...titleIfCut(profile.name)}>
          {profile.name}
        </h1>
        <div className={classes['kinds']}>
          {profile.practice && <span className={classes['practice']}>Practice</span>}
          {(profile.practice || profile.environment !== 'production') && (
            <EnvironmentBadge environment={profile.environment} isPractice={profile.practice} />
          )}
        </div>
        <span className={classes['clientId']} {...titleIfCut(profile.clientId)}>
          <span className={classes['label']}>Client ID</span>
          <Mono>{profile.clientId}</Mono>
          <CopyButton text={profile.clientId} label="Copy client ID" />
        </span>
      </div>
      <div className={classes['menu']}>
        <ProfileMenu profile={profile} />
      </div>
      <nav className={classes['tabs']} aria-label={`Pages of ${profile.name}`}>
        {profilePages.map((page) => (
          <RouteLink
            key={page}
            className={classes['tab']}
            to={routeOfPage(profile.id, page, lastList)}
            aria-current={profilePageOf(route) === page ? 'page' : undefined}
          >
            {profilePageTitles[page]}
          </RouteLink>
        ))}
      </nav>
    </header>
  )
}
