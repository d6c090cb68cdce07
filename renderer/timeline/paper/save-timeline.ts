import { call } from '../../platform/calls/clavis.ts'
import { saveAndReport } from '../../ui/dialog/save-and-report.ts'
import { fontSize } from '../plot/drawing-size.ts'
import type { ShownTimeline } from '../drawing/timeline-layout.ts'
import { measureIn } from '../../ui/drawing/text-width.ts'

/** Draws the timeline as a file and asks where to save it. */
export async function saveTimeline(timeline: ShownTimeline): Promise<void> {
  await saveAndReport(
    async () => {
      // Loaded on demand: only saving needs the SVG renderer.
      const { timelineSvg } = await import('./timeline-svg.tsx')
      return call('expiry.saveTimeline', {
        svg: timelineSvg(timeline, measureIn(`600 ${fontSize}px sans-serif`)),
      })
    },
    'Couldn’t save the timeline',
    ({ fileName }) => ['Timeline saved', fileName],
  )
}
