import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'puppeteer-core/internal/api/CDPSession.js'
import { Connection } from 'puppeteer-core/internal/cdp/Connection.js'
import { PipeTransport } from 'puppeteer-core/internal/node/PipeTransport.js'

/** A session with the browser or one of its pages over the Chrome DevTools Protocol. */
export type DevtoolsSession = Pick<CDPSession, 'send' | 'on'>

/** The Chrome DevTools Protocol over the pipe that Chromium opens with `--remote-debugging-pipe`. */
export interface Devtools {
  readonly browser: DevtoolsSession
  /** Returns the session with this id, as returned by attaching to a page. */
  readonly session: (sessionId: string) => DevtoolsSession
}

const noLog = (): undefined => undefined

export function connectDevtools(readable: Readable, writable: Writable): Devtools {
  const transport = new PipeTransport(writable, readable, noLog)
  // No time limit: a command may wait for a person, such as one that runs a function of a page.
  const connection = new Connection('', transport, 0, 0, false, undefined, noLog)
  return {
    // It sends and listens like a session, but is of another class.
    browser: connection as unknown as DevtoolsSession,
    session: (sessionId) => {
      const session = connection.session(sessionId)
      if (session === null) throw new Error(`Chromium has no session ${sessionId}.`)
      return session
    },
  }
}
