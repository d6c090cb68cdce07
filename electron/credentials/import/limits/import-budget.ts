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
  #rounds: number
  #elements: number
  #bytes: number

  constructor({ rounds, elements, bytes }: { readonly [Kind in keyof typeof budgetLimits]: number } = budgetLimits) {
    this.#rounds = rounds
    this.#elements = elements
    this.#bytes = bytes
  }

  /**
   * Charges for deriving a key from a passphrase, in advance.
   * @param rounds rounds of PBKDF2, or the number of them that takes as long
   * @throws BudgetExceeded
   */
  spendRounds(rounds: number): void {
    this.#rounds -= rounds
    if (this.#rounds < 0)
      throw new BudgetExceeded('Its passphrase needs more rounds than one import allows. Import fewer files at once.')
  }

  /** Charges for ASN.1 elements or JSON values, before they are stored. @throws BudgetExceeded */
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
