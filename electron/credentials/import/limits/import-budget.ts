import type { ElementBudget } from '../asn1/ber.ts'
import { budgetLimits } from './import-limits.ts'

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
