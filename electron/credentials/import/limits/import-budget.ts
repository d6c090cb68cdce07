import type { ElementBudget } from '../asn1/ber.ts'
import { budgetLimits } from './import-limits.ts'

/** Reading an import would cost more than one import may. The message follows the file's name. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

/**
 * What reading the contents of one import may still cost. It is shared by all files and all attempts, so that many small
 * parts cannot add up to what one is not allowed.
 */
export class ImportBudget implements ElementBudget {
  #rounds: number
  #elements: number
  #bytes: number

  constructor({ rounds, elements, bytes }: { readonly [Kind in keyof typeof budgetLimits]: number } = budgetLimits) {
    this.#rounds = rounds
    this.#elements = elements
    this.#bytes = bytes
  }

  /**
   * Pays for deriving a key from a passphrase, before it is derived.
   * @param rounds rounds of PBKDF2, or the number of them that takes as long
   * @throws BudgetExceeded
   */
  spendRounds(rounds: number): void {
    this.#rounds -= rounds
    if (this.#rounds < 0)
      throw new BudgetExceeded('Its passphrase needs more rounds than one import allows. Import fewer files at once.')
  }

  /** Pays for ASN.1 elements or JSON values, before they are kept. @throws BudgetExceeded */
  spendElements(count: number): void {
    this.#elements -= count
    if (this.#elements < 0)
      throw new BudgetExceeded('It has more parts than one import allows. Import fewer files at once.')
  }

  /** Pays for bytes that are decoded, joined or decrypted, before they are. @throws BudgetExceeded */
  spendBytes(count: number): void {
    this.#bytes -= count
    if (this.#bytes < 0)
      throw new BudgetExceeded('It expands to more data than one import allows. Import fewer files at once.')
  }
}
