import { z } from 'zod'
import type { Database } from '../store/database.ts'
import { StoredDocument } from '../store/stored-document.ts'

const originsSchema = z.object({
  /** Those of the last start; none after the service was removed. */
  current: z.array(z.string()),
  /** Those of earlier set-ups, newest last. */
  former: z.array(z.string()),
})

/** Maximum number of former origins; the oldest are dropped first. */
const maxFormer = 40

/** Remembers where the practice service listened, so that a profile with an old address learns the new one. */
export class PracticeOrigins {
  readonly #document: StoredDocument<z.infer<typeof originsSchema>>

  constructor({ database }: { readonly database: Database }) {
    this.#document = new StoredDocument({
      database,
      name: 'practice-origins',
      parse: (content) => originsSchema.parse(content ?? { current: [], former: [] }),
    })
  }

  /** Saves where the service listens now; nothing once it is removed. @throws `disk-full`, `disk-failed` */
  async change(origins: readonly string[]): Promise<void> {
    await this.#document.change((before) => {
      if (before.current.join() === origins.join()) return before
      const former = new Set([...before.former, ...before.current].filter((origin) => !origins.includes(origin)))
      return { current: [...origins], former: [...former].slice(-maxFormer) }
    })
  }

  /** Returns what to do if a connection is refused where the service listened before; undefined if it never did. */
  async refusalHint(url: string): Promise<string | undefined> {
    const { origin, protocol } = new URL(url)
    const { current, former } = await this.#document.read()
    if (!former.includes(origin)) return undefined
    const now = current.find((each) => each.startsWith(protocol))
    return now === undefined
      ? 'This is an address of the practice service, which was removed. Set it up again, then copy its addresses and client ID from its portal.'
      : `This is an address from before the practice service was set up again or moved. It now listens on ${now}: change the profile’s addresses to it. If it doesn’t know the client ID, copy the new one from its portal; or use the new practice profiles.`
  }
}
