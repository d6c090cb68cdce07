import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import type { Database, Transaction } from '../../store/database.ts'
import { forgetHosts } from '../guards/profile-hosts.ts'
import { requireUnchangedIfReadOnly } from '../guards/require-usable.ts'
import { followCredentials, forgetOwnKeys } from './credential-states.ts'
import { found } from './profile-lookup.ts'
import type { ProfileRows } from './profile-rows.ts'
import { statusDocumentName, type StoredProfile } from './stored-profile.ts'

interface Options {
  readonly database: Database
  readonly rows: ProfileRows
  readonly productionAccess: ProductionAccess
}

/** Makes every change of the profiles: never of a read-only one. */
export class ProfileChanges {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Changes one profile from its current content. Returns it as stored. @throws `profile-not-found` */
  async changeOne(
    profileId: string,
    change: (stored: StoredProfile, all: readonly StoredProfile[]) => StoredProfile,
    within?: Transaction,
  ): Promise<StoredProfile> {
    const profiles = await this.change((current) => {
      const stored = found(current, profileId)
      const changed = change(stored, current)
      return current.map((each) => (each === stored ? changed : each))
    }, within)
    return found(profiles, profileId)
  }

  /** Changes the current profiles in one atomic write. @throws `production-read-only` */
  change(
    change: (current: readonly StoredProfile[]) => readonly StoredProfile[],
    within?: Transaction,
  ): Promise<readonly StoredProfile[]> {
    const { database, rows, productionAccess } = this.#options
    return database.change(async (transaction) => {
      let before: readonly StoredProfile[] = []
      const after = await rows.change((current) => {
        before = current
        const changed = change(current)
        requireUnchangedIfReadOnly(productionAccess, current, changed)
        return changed
      }, transaction)
      forgetRemoved(transaction, before, after)
      const known = new Map(before.map((stored) => [stored.profile.id, stored]))
      for (const stored of after) {
        const earlier = known.get(stored.profile.id)
        if (earlier !== stored) followCredentials(transaction.sql, earlier, stored)
      }
      return after
    }, within)
  }
}

function forgetRemoved({ sql }: Transaction, before: readonly StoredProfile[], after: readonly StoredProfile[]): void {
  const left = new Set(after.map(({ profile }) => profile.id))
  for (const { profile } of before) {
    if (left.has(profile.id)) continue
    forgetHosts(sql, profile.id)
    forgetOwnKeys(sql, profile.id)
    sql.prepare('DELETE FROM documents WHERE name = ?').run(statusDocumentName(profile.id))
  }
}
