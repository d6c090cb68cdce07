import { lazyPage, type LazyPage } from './lazy-page.tsx'
import type { Route } from '../platform/navigation/route.ts'

// Pages whose code is read when they are first shown. The welcome and the overview, where the window most often begins, are
// part of what it begins with.
export const CredentialsPage = lazyPage(
  async () => (await import('../credentials/credentials-page.tsx')).CredentialsPage,
)
export const TokenPage = lazyPage(async () => (await import('../tokens/token-page.tsx')).TokenPage)
export const ListsPage = lazyPage(async () => (await import('../lists/page/lists-page.tsx')).ListsPage)
export const CallsPage = lazyPage(async () => (await import('../calls/calls-page.tsx')).CallsPage)
export const ActivityPage = lazyPage(async () => (await import('../activity/activity-page.tsx')).ActivityPage)
export const TimelinePage = lazyPage(async () => (await import('../timeline/timeline-page.tsx')).TimelinePage)
export const ReplacementsPage = lazyPage(
  async () => (await import('../replacement/replacements-page.tsx')).ReplacementsPage,
)
export const ReplacementPage = lazyPage(
  async () => (await import('../replacement/replacement-page.tsx')).ReplacementPage,
)
export const PracticePage = lazyPage(async () => (await import('../practice/practice-page.tsx')).PracticePage)
export const SettingsPage = lazyPage(async () => (await import('../settings/settings-page.tsx')).SettingsPage)
export const RecoveryPage = lazyPage(async () => (await import('../recovery/recovery-page.tsx')).RecoveryPage)
export const NewProfilePage = lazyPage(async () => (await import('../profiles/new-profile-page.tsx')).NewProfilePage)
export const EditProfilePage = lazyPage(async () => (await import('../profiles/edit-profile-page.tsx')).EditProfilePage)

const pages = {
  credentials: CredentialsPage,
  token: TokenPage,
  lists: ListsPage,
  calls: CallsPage,
  activity: ActivityPage,
  timeline: TimelinePage,
  replacements: ReplacementsPage,
  replacement: ReplacementPage,
  practice: PracticePage,
  settings: SettingsPage,
  recovery: RecoveryPage,
  'new-profile': NewProfilePage,
  'edit-profile': EditProfilePage,
} as const satisfies Record<Exclude<Route['page'], 'welcome' | 'overview'>, LazyPage<never>>

type LazyPageName = keyof typeof pages

/** Makes sure that the code of a place's page is there. A failure is told where the page is shown. */
export async function loadPage(name: Route['page']): Promise<void> {
  if (isLazy(name)) await pages[name].load().catch(() => undefined)
}

function isLazy(name: Route['page']): name is LazyPageName {
  return name in pages
}

/** How long after its start the window keeps still, in milliseconds: what the person does first comes first. */
const stillness = 2000

/**
 * Reads the code of every page, one after the other, whenever the window has nothing else to do.
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
  const timer = setTimeout(wait, stillness)
  return () => {
    names.length = 0
    clearTimeout(timer)
    cancelIdleCallback(request)
  }
}
