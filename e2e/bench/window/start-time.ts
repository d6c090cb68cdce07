import { root } from '../../fixtures/launch.ts'
import { peerApp, withApp } from './loaded-windows.ts'

/**
 * Times a start from launch to the first heading, in seconds: of Clavis with an empty data folder, or of an empty
 * window.
 */
export function timeStart(what: 'clavis' | 'empty', peerPage: string): Promise<number> {
  const began = performance.now()
  const folder = what === 'clavis' ? root : peerApp
  return withApp(folder, { CLAVIS_BENCH_URL: `${peerPage}/empty.html` }, async (page) => {
    await page.locator('h1').waitFor()
    return (performance.now() - began) / 1000
  })
}
