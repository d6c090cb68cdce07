import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Result of a peer: how long it took, and what it found, to compare with the result of Clavis. */
export interface PeerAnswer {
  readonly seconds: number
  readonly found: string
}

/** A peer that keeps running in its own process, so that its garbage collection doesn't slow Clavis down. */
export interface PeerProcess {
  readonly ask: (...question: readonly string[]) => Promise<PeerAnswer>
  readonly end: () => void
}

/** Starts a peer's program, which receives each question as a message. */
export function startPeer(program: URL): PeerProcess {
  const child = fork(program, { execArgv: ['--disable-warning=ExperimentalWarning'], stdio: 'inherit' })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program.pathname} ended with ${String(code)}.`)
  })
  // The bench ends it without a pending question; that is no error.
  ended.catch(() => undefined)
  return {
    ask: async (...question) => {
      const answer = once(child, 'message') as Promise<[PeerAnswer]>
      child.send(question)
      const [found] = await Promise.race([answer, ended])
      return found
    },
    end: () => void child.kill(),
  }
}

/** Handles the questions sent by {@link startPeer}. */
export function answerAsPeer(answer: (question: readonly string[]) => Promise<PeerAnswer>): void {
  process.on('message', (question: readonly string[]) => {
    void answer(question).then((found) => process.send?.(found))
  })
}

/** Times work in seconds of the processor, in all threads of this process. */
export async function processorTimed(work: () => unknown): Promise<PeerAnswer> {
  const before = process.cpuUsage()
  const found = String(await work())
  const { user, system } = process.cpuUsage(before)
  return { seconds: (user + system) / 1e6, found }
}

/** Times work in seconds. */
export async function timed(work: () => unknown): Promise<PeerAnswer> {
  const began = performance.now()
  const found = String(await work())
  return { seconds: (performance.now() - began) / 1000, found }
}
