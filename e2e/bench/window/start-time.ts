import { root } from '../../fixtures/launch.ts'
import { peerApp, withApp } from './loaded-windows.ts'

/** Times a start from the launch to the first heading, seconds: Clavis on an empty data folder, or an empty window. */
export function timeStart(what: 'clavis' | 'empty', peerPage: string): Promise<number> {
  const began = performance.now()
  const folder = what === 'clavis' ? root : peerApp
  return withApp(folder, { CLAVIS_BENCH_URL: `${peerPage}/empty.html` }, async (page) => {
    await page.locator('h1').waitFor()
    return (performance.now() - began) / 1000
  })
}
