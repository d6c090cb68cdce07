import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'

/** How much work strained this process. */
export interface Strain {
  /** Memory (RSS) before the work, MiB. */
  readonly idleMemory: number
  /** Peak memory on top of that, MiB. */
  readonly memory: number
  /** Longest stall of the main thread, milliseconds. */
  readonly stall: number
  /** Longest stall of an idle thread in the same time, which is due to the machine. */
  readonly idleStall: number
}

/** How often stalls and memory are measured, milliseconds. */
const resolution = 2
const memoryEvery = 50

/** Measures this process until `end` is called. */
export async function watchProcess(): Promise<{ readonly end: () => Promise<Strain> }> {
  const idle = await watchIdleThread()
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  // Reading all memory figures would itself stall the main thread.
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, memoryEvery)
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  return {
    end: async () => {
      delays.disable()
      clearInterval(watch)
      // The histogram holds the time between two measurements, including the pause between them.
      const stall = delays.max / 1e6 - resolution
      return { idleMemory: before / 2 ** 20, memory: (most - before) / 2 ** 20, stall, idleStall: await idle.end() }
    },
  }
}

/** Starts a thread that does nothing but measure its own delays. */
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
