import type { ElementBudget } from './ber.ts'

/** Maximum size of a file or pasted text, bytes: far above any bundle of certificates. */
export const maxContentBytes = 5_000_000

/** Maximum size of all contents of an import, bytes. */
export const maxImportBytes = 20_000_000

export const maxCertificates = 5_000

export const maxReportedParts = 1_000

/** How long the worker may read and match one import, milliseconds. */
export const importTimeoutMs = 60_000

/** Heap of the worker, MiB. What ArrayBuffers take is limited by {@link budgetLimits}. */
export const workerMemory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 } as const

/** Maximum cost of parsing an import's contents. */
const budgetLimits = {
  /** Rounds of PBKDF2, or what takes as long: some 15 seconds. Ten files of what careful programs write. */
  rounds: 30_000_000,
  /** ASN.1 elements and JSON values: twenty for each of the maximum certificates, and as many again. */
  elements: 200_000,
  /** Bytes that are decoded, joined or decrypted. */
  bytes: 100_000_000,
} as const

/** Parsing would exceed the import's budget. The message follows the file's name. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

/**
 * What parsing the contents of one import may still cost. Shared by all files and attempts, so that many small parts
 * can't add up to more than one large part may cost.
 */
export class ImportBudget implements ElementBudget {
  readonly #left: Record<keyof typeof budgetLimits, number>

  constructor(limits: Readonly<Record<keyof typeof budgetLimits, number>> = budgetLimits) {
    this.#left = { ...limits }
  }

  /**
   * Charges for deriving a key from a passphrase, in advance.
   * @param rounds rounds of PBKDF2, or the number of them that takes as long
   * @throws BudgetExceeded
   */
  spendRounds(rounds: number): void {
    this.#spend('rounds', rounds, 'Its passphrase needs more rounds')
  }

  /** Charges for ASN.1 elements or JSON values, before they are stored. @throws BudgetExceeded */
  spendElements(count: number): void {
    this.#spend('elements', count, 'It has more parts')
  }

  /** Charges for bytes that are decoded, joined or decrypted, before they are. @throws BudgetExceeded */
  spendBytes(count: number): void {
    this.#spend('bytes', count, 'It expands to more data')
  }

  #spend(kind: keyof typeof budgetLimits, count: number, what: string): void {
    this.#left[kind] -= count
    if (this.#left[kind] < 0) throw new BudgetExceeded(`${what} than one import allows. Import fewer files at once.`)
  }
}
