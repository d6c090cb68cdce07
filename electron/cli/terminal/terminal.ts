import type { Readable, Writable } from 'node:stream'
import type { StartKeychainProcess } from '../../keychain/keychain-process-start.ts'
import type { TlsEnvironment } from '../../http/tls/tls-environment.ts'

/** Describes the environment of the command line: the process's own, or a test's. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  /** What a person types to call the command line, for hints that name a command. */
  readonly commandLine: string
  /** Worker of the record store: its source, or the built file. */
  readonly recordStoreWorker: URL
  /** Worker that reads imported files: its source, or the built file. */
  readonly importWorker: URL
  /** Starts the process of the keychain library, on Linux. By default, it runs the program's source. */
  readonly startKeychain?: StartKeychainProcess | undefined
  /** PBKDF2 rounds of backups; by default those that protect real ones. */
  readonly backupRounds?: number
  /** TLS settings that were set outside Clavis. */
  readonly tlsEnvironment?: TlsEnvironment
}
