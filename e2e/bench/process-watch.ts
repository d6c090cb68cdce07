import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'

/** What work cost this process. */
export interface Strain {
  /** Its memory (RSS) over what it was before, MiB; the greatest seen. */
  readonly memory: number
  /** Longest stall of this thread, main's, milliseconds. */
  readonly stall: number
  /** The same of a thread that had nothing to do meanwhile: what the machine itself takes. */
  readonly idleStall: number
}

/** How often stalls and memory are looked for, milliseconds. */
const resolution = 2
const memoryEvery = 50

/** Watches this process from now on, without taking part in what happens. */
export async function watchProcess(): Promise<{ readonly end: () => Promise<Strain> }> {
  const idle = await watchIdleThread()
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  // Asking for all of the memory's figures would stall main by itself.
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, memoryEvery)
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  return {
    end: async () => {
      delays.disable()
      clearInterval(watch)
      // What the histogram counts is the time between two looks, the pause between them included.
      const stall = delays.max / 1e6 - resolution
      return { memory: (most - before) / 2 ** 20, stall, idleStall: await idle.end() }
    },
  }
}

/** A thread with nothing to do but to notice when it is late. */
async function watchIdleThread(): Promise<{ readonly end: () => Promise<number> }> {
  const program = `
    const { parentPort } = require('node:worker_threads')
    const delays = require('node:perf_hooks').monitorEventLoopDelay({ resolution: ${resolution} })
    delays.enable()
    parentPort.once('message', () => parentPort.postMessage(delays.max / 1e6 - ${resolution}))
    parentPort.postMessage('ready')`
  const worker = new Worker(program, { eval: true })
  await new Promise((resolve) => worker.once('message', resolve))
  return {
    end: async () => {
      const answer = new Promise<number>((resolve) => worker.once('message', resolve))
      worker.postMessage('end')
      const stall = await answer
      await worker.terminate()
      return stall
    },
  }
}
