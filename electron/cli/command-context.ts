import { resolve } from 'node:path'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { Services, WaitLimits } from '../services.ts'
import type { CommandTerminal } from './terminal/command-terminal.ts'
import type { Interrupts } from './terminal/interrupts.ts'

export interface CommandContext {
  readonly terminal: CommandTerminal
  readonly interrupts: Interrupts
  /** The environment that the caller gave, with the variables that Clavis itself does without. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isHangUpIgnored: boolean
  readonly dataFolder: string
  /** What a person types to call the command line, for hints that name a command. */
  readonly commandLine: string
  /** Returns the profiles of the data folder, without network and keychain; loads them on first use. */
  readonly profiles: () => Promise<ProfileStore>
  /** Returns all services of the data folder; loads them on first use, with that call's limits. */
  readonly services: (waits?: WaitLimits) => Promise<Services>
  /** Prints a text for people on standard output; nothing with `--json`. */
  readonly print: (text: string) => void
  /** Prints data on standard output, unchanged if a program reads it; nothing with `--json`. */
  readonly printData: (text: string) => void
  /** Prints the one JSON value of `--json`; nothing without that option. */
  readonly printJson: (value: unknown) => void
  /** Prints the result of a command: a value with `--json`, else a text for people, or lines of which each stays one. */
  readonly answer: (value: unknown, text: string | readonly string[]) => void
  /** Sets the exit code of a command that did not fail, and the signal that ends the process instead where one can. */
  readonly setExitCode: (code: number, signal?: NodeJS.Signals) => void
  /** Closes the data folder before the command ends. */
  readonly endServices: () => Promise<void>
}

/** Returns the absolute path of a file argument, which is relative to the working directory. */
export function fileArgument(path: string): string {
  return resolve(path)
}
