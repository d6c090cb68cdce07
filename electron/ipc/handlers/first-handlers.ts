import { appCalls } from '../../../shared/contract/app-calls.ts'
import { profileCalls } from '../../../shared/contract/profile-calls.ts'
import type { FirstServices } from '../../first-services.ts'
import type { AnsweredCalls } from '../answer-call.ts'

/** What the page shows nothing without. */
export type FirstCalls = 'app.settings' | 'profiles.list'

/** The calls that are answered before what stands behind the window is read. */
export function answeredFirst({ profiles, settings }: FirstServices): AnsweredCalls<FirstCalls> {
  return {
    calls: { 'app.settings': appCalls['app.settings'], 'profiles.list': profileCalls['profiles.list'] },
    handlers: {
      'app.settings': () => settings.read(),
      'profiles.list': async () => (await profiles.list()).map(({ profile }) => profile),
    },
  }
}
