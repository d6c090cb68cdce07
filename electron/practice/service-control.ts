import { rm } from 'node:fs/promises'
import { ClavisError } from '#shared/errors.ts'
import type { PracticeState } from '#shared/practice/practice.ts'
import type { PracticeOrigins } from './practice-origins.ts'
import type { PracticeService, PracticeServiceOptions } from './service/practice-service.ts'

export interface ServiceControlOptions {
  readonly origins: PracticeOrigins
  readonly folder: string
  readonly startService: (options: PracticeServiceOptions) => Promise<PracticeService>
  readonly now: () => number
}

/** Initial number of records in each list. */
const firstRecords = 25_000

export class ServiceControl {
  readonly #options: ServiceControlOptions
  #service: PracticeService | undefined
  /** Kept while the service is stopped. */
  #records = firstRecords

  constructor(options: ServiceControlOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#service !== undefined
  }

  isOwnHost(origin: string): boolean {
    return this.#service !== undefined && [this.#service.httpOrigin, this.#service.httpsOrigin].includes(origin)
  }

  /** @param profiles number of practice profiles */
  state(profiles: number): PracticeState {
    if (this.#service === undefined) return { kind: 'stopped', profiles }
    const { httpOrigin, httpsOrigin, portalUrl, faults, records, data } = this.#service
    return { kind: 'running', profiles, httpOrigin, httpsOrigin, portalUrl, faults: [...faults], records, data }
  }

  /** Returns the running service. @throws `practice-not-running` */
  required(): PracticeService {
    if (this.#service === undefined)
      throw new ClavisError('practice-not-running', 'The practice service is not running.', { hint: 'Start it first.' })
    return this.#service
  }

  /** Starts the service if it is not running; on other ports if another program took its own. */
  async start(): Promise<PracticeService> {
    this.#service ??= await this.#startAnywhere()
    await this.#options.origins.change([this.#service.httpOrigin, this.#service.httpsOrigin])
    return this.#service
  }

  /** Sets the number of records of the running service. @throws `practice-not-running` */
  setRecords(records: number): void {
    this.required().setRecords(records)
    this.#records = records
  }

  async stop(): Promise<void> {
    const service = this.#service
    this.#service = undefined
    await service?.stop()
  }

  /** Stops the service and deletes its state. */
  async forget(): Promise<void> {
    await this.stop()
    await rm(this.#options.folder, { recursive: true, force: true })
    await this.#options.origins.change([])
    this.#records = firstRecords
  }

  async #startAnywhere(): Promise<PracticeService> {
    const options = { folder: this.#options.folder, records: this.#records, faults: [], now: this.#options.now }
    try {
      return await this.#options.startService(options)
    } catch (error) {
      const isTaken = error instanceof ClavisError && error.code === 'practice-port-taken'
      if (!isTaken || error.details?.['alreadyRunning'] === true) throw error
      return await this.#options.startService({ ...options, httpPort: 0, httpsPort: 0 })
    }
  }
}
