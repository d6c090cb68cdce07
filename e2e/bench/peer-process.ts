import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What a peer answers: how long it took, and what it found, to compare with what Clavis found. */
export interface PeerAnswer {
  readonly seconds: number
  readonly found: string
}

/** A peer, kept running in a process of its own: what it leaves to the garbage collector does not slow Clavis down. */
export interface PeerProcess {
  readonly ask: (...question: readonly string[]) => Promise<PeerAnswer>
  readonly end: () => void
}

/** Starts a peer's program, which gets each question as a message. */
export function startPeer(program: URL): PeerProcess {
  const child = fork(program, { execArgv: ['--disable-warning=ExperimentalWarning'], stdio: 'inherit' })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program.pathname} ended with ${String(code)}.`)
  })
  // It ends without a question under way, too, when the bench ends it.
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

/** Answers the questions that {@link startPeer} passes on. */
export function answerAsPeer(answer: (question: readonly string[]) => Promise<PeerAnswer>): void {
  process.on('message', (question: readonly string[]) => {
    void answer(question).then((found) => process.send?.(found))
  })
}

/** Times work in seconds. */
export async function timed(work: () => unknown): Promise<PeerAnswer> {
  const began = performance.now()
  const found = String(await work())
  return { seconds: (performance.now() - began) / 1000, found }
}
