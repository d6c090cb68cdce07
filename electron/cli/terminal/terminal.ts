import type { Readable, Writable } from 'node:stream'
import type { TlsEnvironment } from '../../http/tls/tls-environment.ts'

/** What the command line runs in: the process's own, or a test's. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** What a person types to call the command line, for hints that name a command. */
  readonly commandLine: string
  /** The record store's worker: its source in plain Node, or the file built beside main. */
  readonly recordStoreWorker: URL
  /** The worker that reads imported files, likewise. */
  readonly importWorker: URL
  /** TLS settings that were set outside of Clavis; nothing where it is left out. */
  readonly tlsEnvironment?: TlsEnvironment
}
