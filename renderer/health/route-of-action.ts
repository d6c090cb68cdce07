import type { NextAction } from '#shared/health/health-schemas.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import type { Route } from '../platform/route.ts'

/** Returns the page where an action is taken. */
export function routeOfAction(action: NextAction, profileId: ProfileId): Route {
  switch (action.kind) {
    case 'replace':
    case 'continue-replacement':
      return { page: 'replacement', profileId }
    case 'diagnose':
      return { page: 'diagnostics', profileId }
    case 'set-up':
      return { page: 'credentials', profileId }
    case 'change-setting': {
      const { field, suggestion } = action
      return { page: 'edit-profile', profileId, field, ...(suggestion === undefined ? {} : { suggestion }) }
    }
    case 'none':
    case 'get-token':
    case 'test-connection':
    case 'test-again':
      return { page: 'overview', profileId }
  }
}
