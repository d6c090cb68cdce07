import type { Route } from '../platform/route.ts'
import { lazyPage, type LazyPage } from './lazy-page.tsx'

/**
 * Pages with their own code files, loaded when they are first shown or when the window is idle. Home and the welcome
 * page, which a window opens with, are part of the main file.
 */
export const pages = {
  overview: lazyPage(async () => (await import('../profiles/overview/overview-page.tsx')).OverviewPage),
  credentials: lazyPage(async () => (await import('../credentials/credentials-page.tsx')).CredentialsPage),
  token: lazyPage(async () => (await import('../tokens/token-page.tsx')).TokenPage),
  lists: lazyPage(async () => (await import('../lists/page/lists-page.tsx')).ListsPage),
  comparison: lazyPage(async () => (await import('../lists/comparison/comparison-page.tsx')).ComparisonPage),
  watch: lazyPage(async () => (await import('../watches/watch-page.tsx')).WatchPage),
  requests: lazyPage(async () => (await import('../requests/requests-page.tsx')).RequestsPage),
  diagnostics: lazyPage(async () => (await import('../diagnostics/diagnostics-page.tsx')).DiagnosticsPage),
  timeline: lazyPage(async () => (await import('../expiry/timeline/timeline-page.tsx')).TimelinePage),
  replacements: lazyPage(async () => (await import('../replacements/replacements-page.tsx')).ReplacementsPage),
  replacement: lazyPage(async () => (await import('../replacements/replacement-page.tsx')).ReplacementPage),
  practice: lazyPage(async () => (await import('../practice/practice-page.tsx')).PracticePage),
  settings: lazyPage(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  recovery: lazyPage(async () => (await import('../credentials/recovery/recovery-page.tsx')).RecoveryPage),
  'new-profile': lazyPage(async () => (await import('../profiles/new-profile-page.tsx')).NewProfilePage),
  'edit-profile': lazyPage(async () => (await import('../profiles/edit-profile-page.tsx')).EditProfilePage),
} as const satisfies Record<Exclude<Route['page'], 'home' | 'welcome'>, Pick<LazyPage<object>, 'load'>>

type LazyPageName = keyof typeof pages

/** Above every page of a profile, and loaded with the first of them. */
export const ProfileHeader = lazyPage(async () => (await import('./profile-header.tsx')).ProfileHeader)

/** Loads the code of a route's page. A failure shows once the page is opened. */
export async function loadPage(name: Route['page']): Promise<void> {
  if (isLazy(name)) await Promise.all([pages[name].load(), ProfileHeader.load()]).catch(() => undefined)
}

function isLazy(name: Route['page']): name is LazyPageName {
  return name in pages
}

/** How long the window waits after its start, in milliseconds: the person's first actions take precedence. */
const idleDelay = 2000

/**
 * Loads the code of every page, one after the other, whenever the window has nothing else to do.
 * @returns a function that stops it
 */
export function loadPagesWhenIdle(): () => void {
  const names = Object.keys(pages) as LazyPageName[]
  let request = 0
  const loadNext = (): void => {
    const name = names.shift()
    if (name !== undefined) void loadPage(name).then(wait)
  }
  const wait = (): void => {
    request = requestIdleCallback(loadNext)
  }
  const timer = setTimeout(wait, idleDelay)
  return () => {
    names.length = 0
    clearTimeout(timer)
    cancelIdleCallback(request)
  }
}
