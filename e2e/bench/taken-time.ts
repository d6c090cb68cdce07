import { readFile } from 'node:fs/promises'

/** How the processors' time was used since the machine started, in ticks. */
interface ProcessorTime {
  readonly all: number
  /** Needed here, but given to other machines on the same host. */
  readonly taken: number
}

/**
 * Measures how much processor time other machines on the same host take from this one ("steal").
 * @returns a function that returns the part since then, from 0 to 1; undefined if the system doesn't report it
 */
export async function watchTakenTime(): Promise<() => Promise<number | undefined>> {
  const before = await processorTime()
  return async () => {
    const after = await processorTime()
    if (before === undefined || after === undefined) return undefined
    const all = after.all - before.all
    return all === 0 ? 0 : (after.taken - before.taken) / all
  }
}

async function processorTime(): Promise<ProcessorTime | undefined> {
  if (process.platform !== 'linux') return undefined
  const [all = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  // user, nice, system, idle, iowait, irq, softirq, steal; the rest is part of the first two (proc_stat(5)).
  const times = all.split(/\s+/u).slice(1, 9).map(Number)
  return { all: times.reduce((sum, time) => sum + time, 0), taken: times[7] ?? 0 }
}
