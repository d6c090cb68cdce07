import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'

/** What work cost this process. */
export interface Strain {
  /** Its memory (RSS) before, MiB. */
  readonly idleMemory: number
  /** The most on top of that, MiB. */
  readonly memory: number
  /** Longest stall of this thread, main's, milliseconds. */
  readonly stall: number
  /** Longest stall of a thread without work in the same time: what the machine itself takes. */
  readonly idleStall: number
}

/** How often stalls and memory are measured, milliseconds. */
const resolution = 2
const memoryEvery = 50

/** Watches this process until the watch is ended. */
export async function watchProcess(): Promise<{ readonly end: () => Promise<Strain> }> {
  const idle = await watchIdleThread()
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  // Requesting all of the memory's figures would itself stall main.
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, memoryEvery)
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  return {
    end: async () => {
      delays.disable()
      clearInterval(watch)
      // The histogram counts the time between two measurements, with the pause between them.
      const stall = delays.max / 1e6 - resolution
      return { idleMemory: before / 2 ** 20, memory: (most - before) / 2 ** 20, stall, idleStall: await idle.end() }
    },
  }
}

/** Starts a thread that does nothing but notice when it is late. */
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
