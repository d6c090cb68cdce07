import { Worker } from 'node:worker_threads'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { ClavisError } from '#shared/errors.ts'
import { systemErrorCode } from '../../files/disk-failure.ts'
import { Secret } from '../../keychain/secret.ts'
import { importTimeoutMs, workerMemory } from '../formats/import-budget.ts'
import type { ImportContent, ImportedKey } from '../formats/material.ts'
import type { ImportAnswer, ImportCall, ImportCalls, ImportQuestion, SentContent } from './import-messages.ts'

/** Settled by the worker's next response. */
interface Waiting {
  readonly resolve: (answer: ImportAnswer) => void
  readonly reject: (error: unknown) => void
}

interface Options {
  readonly workerUrl: URL
  /** Ends the import with `cancelled`. */
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

/**
 * The worker thread of one import. It parses untrusted files within limits of time, memory and work; main never parses
 * them. It starts with the import; the caller calls {@link ImportJob.end}.
 */
export class ImportJob {
  readonly #worker: Worker
  readonly #signal: AbortSignal
  readonly #cancel = (): void => this.#fail(new ClavisError('cancelled', 'The import was cancelled.'))
  /** Remaining time for the worker's responses, milliseconds. */
  #timeLeft: number
  #waiting: Waiting | undefined
  #failure: ClavisError | undefined

  constructor({ workerUrl, signal, timeoutMs = importTimeoutMs }: Options) {
    this.#timeLeft = timeoutMs
    this.#signal = signal
    this.#worker = new Worker(workerUrl, { name: 'import', resourceLimits: workerMemory })
    this.#worker.on('message', (answer: ImportAnswer) => {
      const waiting = this.#waiting
      this.#waiting = undefined
      waiting?.resolve(answer)
    })
    this.#worker.on('error', (error) => this.#fail(failureOf(error)))
    this.#worker.on('exit', () => this.#fail(failureOf(undefined)))
    signal.addEventListener('abort', this.#cancel)
    if (signal.aborted) this.#cancel()
  }

  /**
   * Parses the contents. The caller wipes the contents and the keys.
   * @returns the private keys, and the parts that can't be used as they are
   * @throws `cancelled`, `import-limit-exceeded`
   */
  async read(
    contents: readonly ImportContent[],
  ): Promise<{ readonly keys: readonly ImportedKey[]; readonly unusable: readonly ImportedPart[] }> {
    const input = contents.map(sent)
    const transfer = input.flatMap(({ bytes, passphrase }) => [
      bytes.buffer,
      ...(passphrase === undefined ? [] : [passphrase.buffer]),
    ])
    const { keys, unusable } = await this.#ask('read', { call: 'read', input }, transfer)
    return { unusable, keys: keys.map(({ pkcs8, ...key }) => ({ ...key, pkcs8: taken(pkcs8) })) }
  }

  /** Finds places for all parts that were read. @throws `cancelled`, `import-limit-exceeded` */
  place(input: ImportCalls['place']['input']): Promise<ImportCalls['place']['output']> {
    return this.#ask('place', { call: 'place', input })
  }

  /** Stops the worker at once. */
  end(): void {
    this.#signal.removeEventListener('abort', this.#cancel)
    this.#fail(failureOf(undefined))
  }

  async #ask<C extends ImportCall>(
    _call: C,
    question: ImportQuestion,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ImportCalls[C]['output']> {
    if (this.#failure !== undefined) throw this.#failure
    const startedAt = performance.now()
    const timer = setTimeout(() => this.#fail(limitExceeded('takes too long')), this.#timeLeft)
    try {
      return await new Promise<ImportAnswer>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        this.#worker.postMessage(question, transfer)
      })
    } finally {
      clearTimeout(timer)
      this.#timeLeft -= performance.now() - startedAt
    }
  }

  /** The first failure counts. The worker's memory is freed without being wiped. */
  #fail(failure: ClavisError): void {
    if (this.#failure !== undefined) return
    this.#failure = failure
    this.#waiting?.reject(failure)
    this.#waiting = undefined
    // A native key derivation finishes first, which takes seconds at most and isn't awaited.
    void this.#worker.terminate()
  }
}

function sent({ name, bytes, isTooLarge = false, passphrase }: ImportContent): SentContent {
  const typed = passphrase?.bytes()
  try {
    return {
      name,
      bytes: new Uint8Array(bytes),
      isTooLarge,
      passphrase: typed === undefined ? undefined : new Uint8Array(typed),
    }
  } finally {
    typed?.fill(0)
  }
}

function taken(bytes: Uint8Array): Secret {
  const secret = Secret.fromBytes(bytes)
  bytes.fill(0)
  return secret
}

function failureOf(error: unknown): ClavisError {
  if (systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return limitExceeded('needs too much memory')
  return new ClavisError('internal-fault', 'The import failed.', {
    hint: 'Nothing was imported. Import the files one by one to find the one that fails.',
    cause: error,
  })
}

function limitExceeded(what: string): ClavisError {
  return new ClavisError('import-limit-exceeded', `This import ${what}. Nothing was imported.`, {
    hint: 'Import fewer files at once. If a single file causes this, it may be malicious: check where it comes from.',
  })
}
