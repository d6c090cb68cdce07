import type { SetUpStep } from '#shared/profiles/profile-status.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import type { Route } from '../platform/route.ts'

/** What one button does about a profile. */
export type NextAction =
  | { readonly kind: 'none' }
  /** Opens the replacement of its certificate. */
  | { readonly kind: 'replace' }
  /** Opens the replacement in progress. @param place e.g. `4 of 11` */
  | { readonly kind: 'continue-replacement'; readonly place: string }
  | { readonly kind: 'diagnose' }
  | { readonly kind: 'get-token' }
  | { readonly kind: 'test-connection' }
  /** Tests a profile that worked before its settings or its credential changed. */
  | { readonly kind: 'test-again' }
  /** Opens the page where the step of set-up is done. */
  | { readonly kind: 'set-up'; readonly step: SetUpStep | 'client-secret' }

const setUpLabels: Readonly<Record<Extract<NextAction, { kind: 'set-up' }>['step'], string>> = {
  'client-secret': 'Enter secret',
  key: 'Create key',
  request: 'Create CSR',
  certificate: 'Import certificate',
  confirmation: 'Confirm',
  activation: 'Activate',
}

/** Actions that are one and the same test. */
export const testActions: ReadonlySet<NextAction['kind']> = new Set(['get-token', 'test-connection', 'test-again'])

export function nextActionLabel(action: NextAction): string | undefined {
  switch (action.kind) {
    case 'none':
      return undefined
    case 'replace':
      return 'Replace…'
    case 'continue-replacement':
      return `Continue (${action.place})`
    case 'diagnose':
      return 'Diagnose'
    case 'get-token':
      return 'Get a token'
    case 'test-connection':
      return 'Test connection'
    case 'test-again':
      return 'Test again'
    case 'set-up':
      return setUpLabels[action.step]
  }
}

export function routeOfAction({ kind }: NextAction, profileId: ProfileId): Route {
  switch (kind) {
    case 'replace':
    case 'continue-replacement':
      return { page: 'replacement', profileId }
    case 'diagnose':
      return { page: 'diagnostics', profileId }
    case 'set-up':
      return { page: 'credentials', profileId }
    case 'none':
    case 'get-token':
    case 'test-connection':
    case 'test-again':
      return { page: 'overview', profileId }
  }
}
