import { resolve } from 'node:path'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { Services } from '../services.ts'
import type { CommandTerminal } from './terminal/command-terminal.ts'
import type { Interrupts } from './terminal/interrupts.ts'

/** What a command works with. */
export interface CommandContext {
  readonly terminal: CommandTerminal
  /** Told to a command that asks for it. */
  readonly interrupts: Interrupts
  /** Where the data is kept. */
  readonly dataFolder: string
  /** What a person types to call the command line, for hints that name a command. */
  readonly commandLine: string
  /** The profiles over the data folder, without the network and the keychain; loaded at the first use. */
  readonly profiles: () => Promise<ProfileStore>
  /** All services over the data folder; loaded at the first use. */
  readonly services: () => Promise<Services>
  /** Prints for people on standard output; nothing where `--json` is set. */
  readonly say: (text: string) => void
  /** Prints data on standard output, byte for byte where a program takes it; nothing where `--json` is set. */
  readonly sayData: (text: string) => void
  /** Prints the one JSON value where `--json` is set; else nothing. */
  readonly answer: (value: unknown) => void
  /** Sets the exit code of a command that did not fail. */
  readonly exitWith: (code: number) => void
}

/** A file that the person named, from where they stand. */
export function fileArgument(path: string): string {
  return resolve(path)
}
