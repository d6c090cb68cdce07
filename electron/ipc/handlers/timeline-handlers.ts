import { basename } from 'node:path'
import { certificateTimeline } from '../../credentials/certificate-timeline.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { requirePlainSvg } from '../../files/plain-svg.ts'
import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { Desktop } from '../desktop.ts'

const svgFiles = [{ name: 'SVG picture', extensions: ['svg'] }]

export type TimelineCalls = 'expiry.timeline' | 'expiry.saveTimeline'

export function timelineHandlers(
  { profiles }: Pick<Services, 'profiles'>,
  { dialogs }: Pick<Desktop, 'dialogs'>,
): Pick<CallHandlers, TimelineCalls> {
  return {
    'expiry.timeline': async () => certificateTimeline(await profiles.list()),

    'expiry.saveTimeline': async ({ svg }, { windowId }) => {
      requirePlainSvg(svg)
      const path = await dialogs.chooseTarget(windowId, {
        title: 'Save timeline',
        filters: svgFiles,
        suggestion: 'certificate-timeline.svg',
      })
      if (path === undefined) return undefined
      await writeFileAtomically(path, svg)
      return { fileName: basename(path) }
    },
  }
}
