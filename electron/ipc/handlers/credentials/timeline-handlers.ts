import { certificateTimeline } from '../../../credentials/certificates/certificate-timeline.ts'
import { plainPicture } from '../../../files/pictures/plain-picture.ts'
import type { Services } from '../../../services.ts'
import type { CallHandlers } from '../../calls/answer-call.ts'
import type { Desktop } from '../../desktop.ts'
import { saveFile } from '../../files/save-file.ts'

const svgFiles = [{ name: 'SVG picture', extensions: ['svg'] }]

export type TimelineCalls = 'expiry.timeline' | 'expiry.saveTimeline'

export function timelineHandlers(
  { profiles }: Pick<Services, 'profiles'>,
  { dialogs }: Pick<Desktop, 'dialogs'>,
): Pick<CallHandlers, TimelineCalls> {
  return {
    'expiry.timeline': async () => certificateTimeline(await profiles.list()),

    'expiry.saveTimeline': ({ svg }, { windowId }) => {
      const question = { title: 'Save timeline', filters: svgFiles, suggestion: 'certificate-timeline.svg' }
      return saveFile(dialogs, windowId, question, plainPicture({ format: 'svg', svg }))
    },
  }
}
