import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, join, sep } from 'node:path'
import type { CallResult } from '#shared/call-shapes.ts'
import { ClavisError } from '#shared/errors.ts'

/** What may be kept of a fault: where in the code it happened, and nothing that anyone wrote or sent. */
export interface FaultDescription {
  /** The error's class, e.g. `TypeError`. */
  readonly kind: string
  /** A code of Clavis or of the system, e.g. `ENOSPC`. */
  readonly code?: string
  /** Function, file and line of Clavis's and Node's own code, innermost first. */
  readonly frames: readonly string[]
}

/** What a caller receives for an internal error. */
export const faultResult: CallResult = {
  ok: false,
  error: {
    code: 'internal-fault',
    message: 'Something went wrong in Clavis.',
    hint: 'Try again. If it happens again, report the steps that led here.',
  },
}

const maxFrames = 12

/** Where main's code is, built or as its source, with a separator at its end. */
const ownFolder = import.meta.dirname.replace(/[\\/]chunks$/u, '') + sep

/**
 * Describes a fault without its message. A message can repeat whatever it is about (a token, a passphrase, an address
 * with its query), and no filter knows all of that, so only what the program itself named is kept.
 */
export function describeFault(fault: unknown): FaultDescription {
  try {
    if (!(fault instanceof Error)) return { kind: 'Not an error', frames: [] }
    const name = fault.constructor.name
    const code = fault instanceof ClavisError ? fault.code : 'code' in fault ? fault.code : undefined
    return {
      kind: /^[A-Z][A-Za-z]{0,40}$/u.test(name) ? name : 'Error',
      ...(fault instanceof ClavisError || isSystemCode(code) ? { code: String(code) } : {}),
      frames: framesOf(fault),
    }
  } catch {
    // An error whose members throw is described as little as any other.
    return { kind: 'Unreadable error', frames: [] }
  }
}

/** Codes of Node and of the system: `ENOSPC`, `ERR_INVALID_ARG_TYPE`. */
function isSystemCode(code: unknown): code is string {
  return typeof code === 'string' && /^(?:E[A-Z0-9]{2,20}|ERR_[A-Z0-9_]{2,50})$/u.test(code)
}

function framesOf({ stack }: Error): string[] {
  if (typeof stack !== 'string') return []
  return stack
    .split('\n')
    .flatMap((line) => frameOf(line) ?? [])
    .slice(0, maxFrames)
}

/**
 * Reads one line of V8's stack: `    at name (file:line:column)`. A line of the message can look like one, so only files of
 * Clavis and Node count, by their names alone.
 */
function frameOf(line: string): string | undefined {
  const parts =
    /^ {4}at (?:(?<name>(?:async |new )?[\w$.<>]{1,80})(?: \[as \w+\])? \()?(?:file:\/\/)?(?<place>[^()]+):(?<row>\d+):\d+\)?$/u.exec(
      line,
    )?.groups
  if (parts === undefined) return undefined
  const { name = 'anonymous', place = '', row = '' } = parts
  if (/^node:[\w/]{1,60}$/u.test(place)) return `${name} (${place}:${row})`
  const isOwn = place.startsWith(ownFolder) && /^[\w-]+\.(?:test\.)?[cm]?[jt]s$/u.test(basename(place))
  return isOwn ? `${name} (${basename(place)}:${row})` : undefined
}

/**
 * Writes an internal error to standard error, which a desktop may keep in its journal: where it happened, but not its
 * message.
 */
export function reportFault(where: string, fault: unknown): void {
  const { kind, code, frames } = describeFault(fault)
  const lines = frames.map((frame) => `\n    at ${frame}`).join('')
  process.stderr.write(`clavis: fault in ${where}: ${kind}${code === undefined ? '' : ` (${code})`}${lines}\n`)
}

/** Size at which the log is set aside, in bytes. Only one earlier file is kept. */
const maxLogSize = 64 * 1024

/** What happened to the window's page, in Electron's words. */
export interface GonePage {
  readonly reason: string
  readonly exitCode: number
}

/**
 * Keeps a record of faults in the data folder, for a report to the makers: `faults.log`, one JSON object per line, readable
 * by its owner only. It has no text that anyone wrote or sent (`describeFault`). Everything is written
 * synchronously, because the process may be about to end; a disk that refuses is no reason for another fault.
 */
export class FaultLog {
  readonly #folder: string
  readonly #now: () => number
  #lastEnd: Date | undefined | 'unread' = 'unread'

  constructor({ folder, now }: { readonly folder: string; readonly now: () => number }) {
    this.#folder = folder
    this.#now = now
  }

  /** Records a fault after which Clavis continues. @param where the part of Clavis, e.g. `main` */
  note(where: string, fault: unknown): void {
    this.#append({ where, ...describeFault(fault) })
  }

  notePage({ reason, exitCode }: GonePage): void {
    this.#append({ where: 'page', kind: 'Process gone', reason, exitCode })
  }

  /** Records a fault that ends Clavis; the next start finds it by {@link lastUnexpectedEnd}. */
  noteEnd(where: string, fault: unknown): void {
    this.note(where, fault)
    try {
      const file = openSync(this.#marker, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noFollow, 0o600)
      writeSync(file, new Date(this.#now()).toISOString())
      closeSync(file)
    } catch {
      // Then the next start says nothing of it.
    }
  }

  /** When the run before this one ended by a fault. It is asked for once: the start after this one no longer knows. */
  lastUnexpectedEnd(): Date | undefined {
    if (this.#lastEnd !== 'unread') return this.#lastEnd
    this.#lastEnd = undefined
    try {
      const date = new Date(readFileSync(this.#marker, 'utf8').slice(0, 30))
      rmSync(this.#marker, { force: true })
      if (!Number.isNaN(date.getTime())) this.#lastEnd = date
    } catch {
      // No marker: the run before ended in order.
    }
    return this.#lastEnd
  }

  get #marker(): string {
    return join(this.#folder, 'ended-unexpectedly')
  }

  #append(entry: object): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const path = join(this.#folder, 'faults.log')
      const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow, 0o600)
      const { size } = fstatSync(file)
      writeSync(file, `${JSON.stringify({ at: new Date(this.#now()).toISOString(), ...entry })}\n`)
      closeSync(file)
      if (size > maxLogSize) renameSync(path, join(this.#folder, 'faults.1.log'))
    } catch {
      // Nothing is left to tell it to.
    }
  }
}

/** A link in place of the file is not followed. Windows has no such flag. */
const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW
