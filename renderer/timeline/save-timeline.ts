import { notifications } from '@mantine/notifications'
import { call } from '../app/clavis.ts'
import { showError } from '../ui/show-error.tsx'
import { fontSize } from './drawing-size.ts'
import type { PaperTimeline } from './paper-drawing.tsx'
import { measureIn } from '../ui/text-width.ts'

/** Draws the timeline as a file and lets the person save it. */
export async function saveTimeline(timeline: PaperTimeline): Promise<void> {
  try {
    // Only who saves needs what turns a drawing into text.
    const { timelineSvg } = await import('./timeline-svg.tsx')
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
