import { notifications } from '@mantine/notifications'
import { call } from '../platform/calls/clavis.ts'
import { showError } from '../ui/feedback/show-error.tsx'
import { fontSize } from './drawing/drawing-size.ts'
import type { PaperTimeline } from './drawing/paper-drawing.tsx'
import { measureIn } from '../ui/text/text-width.ts'

/** Draws the timeline as a file and lets the person save it. */
export async function saveTimeline(timeline: PaperTimeline): Promise<void> {
  try {
    // Only who saves needs what turns a drawing into text.
    const { timelineSvg } = await import('./drawing/timeline-svg.tsx')
    const svg = timelineSvg(timeline, measureIn(`600 ${fontSize}px sans-serif`))
    const saved = await call('expiry.saveTimeline', { svg })
    if (saved !== undefined)
      notifications.show({
        color: 'green',
        title: 'Timeline saved',
        message: `${saved.fileName} opens in any browser.`,
      })
  } catch (error) {
    showError('The timeline was not saved', error)
  }
}
