/** The reasons not to leave the page that is shown, e.g. a form with unsaved changes. */
export class LeaveGuards {
  readonly #names = new Set<string>()

  set(name: string, active: boolean): void {
    if (active) this.#names.add(name)
    else this.#names.delete(name)
  }

  /** Whether leaving would lose something. */
  get active(): boolean {
    return this.#names.size > 0
  }
}
