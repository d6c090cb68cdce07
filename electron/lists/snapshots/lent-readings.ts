import type { BorrowedReading } from '../loading/dataset-lease.ts'

interface Lent {
  readonly reading: Promise<BorrowedReading>
  borrowers: number
}

/** Kept readings that others look through while they are not open: each is there once, however many borrow it. */
export class LentReadings {
  readonly #lent = new Map<string, Lent>()

  /** Whether someone looks through a snapshot now. */
  has(snapshotId: string): boolean {
    return this.#lent.has(snapshotId)
  }

  /**
   * Lends a reading until its release was called once for each borrower.
   * @param open opens it where nobody has it yet; what it throws is thrown here
   */
  async borrow(snapshotId: string, open: () => Promise<BorrowedReading>): Promise<BorrowedReading> {
    const lent = this.#lent.get(snapshotId) ?? { reading: open(), borrowers: 0 }
    this.#lent.set(snapshotId, lent)
    lent.borrowers += 1
    const giveBack = (): boolean => {
      lent.borrowers -= 1
      return lent.borrowers === 0 && this.#lent.delete(snapshotId)
    }
    try {
      const reading = await lent.reading
      return { ...reading, release: async () => (giveBack() ? reading.release() : undefined) }
    } catch (error) {
      giveBack()
      throw error
    }
  }
}
