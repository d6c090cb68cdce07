import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { flavorNames } from '../../shared/model/profile/environment.ts'
import { queries } from '../platform/calls/queries.ts'
import { RouteLink } from '../platform/navigation/route-link.tsx'
import { EnvironmentBadge } from '../ui/environment/environment-badge.tsx'
import classes from './practice-page.module.css'

/** Renders the practice profiles, with links to them. */
export function PracticeProfiles(): ReactElement {
  const { data: profiles = [] } = useQuery(queries.profiles)
  return (
    <ul>
      {profiles
        .filter(({ practice }) => practice)
        .map((profile) => (
          <li key={profile.id} className={classes['profile']}>
            <EnvironmentBadge environment={profile.environment} />
            <RouteLink to={{ page: 'overview', profileId: profile.id }}>{profile.name}</RouteLink>
            <span className={classes['flavor']}>{flavorNames[profile.flavor]}</span>
          </li>
        ))}
    </ul>
  )
}
