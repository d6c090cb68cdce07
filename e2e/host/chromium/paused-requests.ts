import type { Protocol } from 'devtools-protocol/types/protocol.js'
import type { AppAddresses } from '../api/app-addresses.ts'
import type { HostSession } from '../api/window/session.ts'
import type { DevtoolsSession } from './devtools.ts'

/** A request of a page that Chromium holds until it is handled. */
export type PausedRequest = Protocol.Fetch.RequestPausedEvent

interface Answers {
  /** Returns whether a request is refused before the app's session is asked. */
  readonly refuses: (paused: PausedRequest) => boolean
  readonly isDestroyed: () => boolean
}

/** Handles every request of a page; those of the app's scheme go to its protocol handler. */
export function answerRequests(
  session: DevtoolsSession,
  { addresses, hostSession }: { readonly addresses: AppAddresses; readonly hostSession: HostSession },
  { refuses, isDestroyed }: Answers,
): void {
  session.on('Fetch.requestPaused', (paused) => void answer(paused))

  async function answer(paused: PausedRequest): Promise<void> {
    const { requestId, request } = paused
    const url = addresses.fromChromium(request.url)
    const fail = (errorReason: 'Aborted' | 'BlockedByClient' | 'Failed'): Promise<unknown> =>
      session.send('Fetch.failRequest', { requestId, errorReason })
    try {
      if (refuses(paused)) {
        await fail('Aborted')
        return
      }
      if (!(await hostSession.lets(url))) {
        await fail('BlockedByClient')
        return
      }
      const response = await hostSession.answer(new Request(url, { method: request.method }))
      if (response === undefined) await session.send('Fetch.continueRequest', { requestId })
      else
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: response.status,
          responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
          body: Buffer.from(await response.arrayBuffer()).toString('base64'),
        })
    } catch (error) {
      // The page may be gone, and with it the request.
      await fail('Failed').catch(() => undefined)
      if (!isDestroyed()) process.stderr.write(`The Chromium host could not answer for ${url}: ${String(error)}\n`)
    }
  }
}
