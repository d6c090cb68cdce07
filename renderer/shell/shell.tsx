import { Loader, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactElement, Suspense, useEffect, useState } from 'react'
import { readOnlyNotice } from '#shared/profiles/production-access.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { LeftBehindBar } from '../credentials/recovery/left-behind-bar.tsx'
import { useOpenPlace } from '../expiry/use-warnings.ts'
import { ExportsBar } from '../lists/export/exports-bar.tsx'
import { useClavisEvent } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { usePageCommand } from '../platform/page-command.ts'
import { usePageFocus } from '../platform/page-focus.ts'
import { useReadOnly } from '../platform/queries.ts'
import { pathOfRoute, profileIdOf, type Route } from '../platform/route.ts'
import { PracticeStoppedBar } from '../practice/practice-stopped-bar.tsx'
import { WelcomePage } from '../profiles/welcome-page.tsx'
import { RefusalBar } from '../replacements/refusal-bar.tsx'
import { EnvironmentShape } from '../ui/controls/environment-badge.tsx'
import { Later } from '../ui/controls/later.tsx'
import { PageBody } from '../ui/layout/page-body.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { openAbout, openHelp } from './help/open-help.ts'
import { HomeHeader } from './home/home-header.tsx'
import { HomePage } from './home/home-page.tsx'
import { lazyPage } from './lazy-page.tsx'
import { loadPagesWhenIdle, pages, ProfileHeader } from './pages.ts'
import { ProfilePageContent } from './profile-page-content.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { useShellKeys } from './use-shell-keys.ts'
import { useWindowTitle } from './window-title.ts'
import classes from './shell.module.css'

/** Rarely shown, so not part of the first screen's code. */
const MissingProfile = lazyPage(async () => (await import('./missing-profile.tsx')).MissingProfile)

/** Loaded after the first screen. */
const ShellExtras = lazyPage(async () => (await import('./shell-extras.tsx')).ShellExtras)

const { 'new-profile': NewProfilePage, 'edit-profile': EditProfilePage } = pages

/** The window's frame: banner, sidebar, and the page of the route. */
export function Shell({ profiles }: { readonly profiles: readonly Profile[] }): ReactElement {
  useOpenPlace()
  useClavisEvent('app.openAbout', openAbout)
  useClavisEvent('app.openHelp', ({ topic }) => openHelp(topic))
  usePageCommand('about', openAbout)
  usePageCommand('help-terms', () => openHelp('terms'))
  usePageCommand('help-filter', () => openHelp('filter'))
  useEffect(loadPagesWhenIdle, [])
  const { route } = useNavigation()
  usePageFocus(pathOfRoute(route))
  const profileId = profileIdOf(route)
  useShellKeys(profileId)
  const profile = profiles.find(({ id }) => id === profileId)
  const title = useWindowTitle(route, profile)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useHotkeys([['mod+K', () => setPaletteOpen(!isPaletteOpen)]], [])
  const [hasExtras, setHasExtras] = useState(false)
  useEffect(() => {
    // Reading them earlier would delay the first screen. The limit, in milliseconds, is for a window that is never idle.
    const request = requestIdleCallback(() => void ShellExtras.load().then(() => setHasExtras(true)), { timeout: 500 })
    return () => cancelIdleCallback(request)
  }, [])

  return (
    <div className={classes['shell']}>
      <a className={classes['skip']} href="#content" onClick={focusContent}>
        Skip to content
      </a>
      <Sidebar profiles={profiles} onSearch={() => setPaletteOpen(true)} />
      <main id="content" className={classes['main']} tabIndex={-1}>
        {profile?.environment === 'production' && !profile.practice && <ProductionStrip profile={profile} />}
        {profile?.practice === true && <PracticeStoppedBar />}
        {profile !== undefined && <RefusalBar profile={profile} />}
        <LeftBehindBar />
        <ExportsBar />
        <ErrorBoundary subject={pathOfRoute(route)}>
          <Suspense fallback={<PageComing />}>
            <Page route={route} profile={profile} profiles={profiles} />
          </Suspense>
        </ErrorBoundary>
      </main>
      {hasExtras && (
        <Suspense>
          <ShellExtras profiles={profiles} isPaletteOpen={isPaletteOpen} setPaletteOpen={setPaletteOpen} />
        </Suspense>
      )}
      <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
    </div>
  )
}

/** Placeholder for a page whose code is still loading: noticeable only with a very slow disk. */
function PageComing(): ReactElement {
  return (
    <PageBody>
      <Later>
        <Loader size="sm" aria-label="Opening the page" />
      </Later>
    </PageBody>
  )
}

interface PageProps {
  readonly route: Route
  readonly profile: Profile | undefined
  readonly profiles: readonly Profile[]
}

function Page({ route, profile, profiles }: PageProps): ReactElement {
  switch (route.page) {
    case 'welcome':
      return <WelcomePage />
    case 'home':
      return <HomePage />
    case 'replacements':
      return (
        <>
          <HomeHeader />
          <pages.replacements />
        </>
      )
    case 'timeline':
      return (
        <>
          <HomeHeader />
          <pages.timeline />
        </>
      )
    case 'practice':
      return <pages.practice />
    case 'settings':
      return <pages.settings />
    case 'recovery':
      return <pages.recovery />
    case 'new-profile':
      return <NewProfilePage key={route.from} from={profiles.find(({ id }) => id === route.from)} />
    case 'edit-profile':
      if (profile === undefined) return <MissingProfile profiles={profiles} />
      return <EditProfilePage key={profile.id} profile={profile} field={route.field} suggestion={route.suggestion} />
    case 'replacement':
      if (profile === undefined) return <MissingProfile profiles={profiles} />
      return (
        <>
          <ProfileHeader profile={profile} />
          <PageBody>
            <pages.replacement key={profile.id} profile={profile} />
          </PageBody>
        </>
      )
    case 'overview':
    case 'credentials':
    case 'token':
    case 'lists':
    case 'comparison':
    case 'watch':
    case 'requests':
    case 'diagnostics':
      if (profile === undefined) return <MissingProfile profiles={profiles} />
      return (
        <>
          <ProfileHeader profile={profile} />
          <ProfilePageContent key={profile.id} route={route} profile={profile} />
        </>
      )
  }
}

/** Moves the focus for the skip link, because the address's hash holds the route. */
function focusContent(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** Marks every page of a real Production profile, so that it isn't mistaken for another. */
function ProductionStrip({ profile }: { readonly profile: Profile }): ReactElement {
  return (
    <div className={classes['strip']} role="note" aria-label="Production">
      <EnvironmentShape environment="production" />
      <strong>Production</strong>
      <span>{useReadOnly(profile) ? readOnlyNotice : 'Actions here reach the live service.'}</span>
    </div>
  )
}
