import type { DatabaseSync } from 'node:sqlite'
import { ClavisError } from '#shared/errors.ts'
import {
  type ListState,
  listStateSchema,
  type ProfileViews,
  type SavedView,
  type ViewContent,
} from '#shared/lists/list-views.ts'
import { listNames, listTitles, type ListName } from '#shared/profiles/list-name.ts'
import { Listeners } from '../../events.ts'
import type { Database } from '../../store/database.ts'
import { parseContent } from '../../store/stored-document.ts'
import { isSameName, type ProfileView, readAllViews, readView, readViews, requireRoom, writeView } from './view-rows.ts'

interface Options {
  readonly database: Database
  readonly newId: () => string
}

interface ListPlace {
  readonly profileId: string
  readonly list: ListName
}

/** Stores saved views, and how each list was left. Both disappear with their profile. */
export class ListViews {
  readonly #database: Database
  readonly #newId: () => string
  readonly #listeners = new Listeners()
  #unsubscribe: (() => void) | undefined
  /** The stored views when listeners were called last. */
  #known: string | undefined

  constructor({ database, newId }: Options) {
    this.#database = database
    this.#newId = newId
  }

  /** @throws `store-damaged`, `disk-failed` */
  async read(profileId: string): Promise<ProfileViews> {
    return this.#database.read((sql) => ({ saved: this.#saved(sql, profileId), left: this.#left(sql, profileId) }))
  }

  /** Returns the saved views of all profiles. @throws `store-damaged`, `disk-failed` */
  async all(): Promise<ProfileView[]> {
    return this.#database.read((sql) => readAllViews(sql, this.#database.path))
  }

  /**
   * Finds a saved view by its name, ignoring case.
   * @throws `input-invalid`, which names the views that there are
   */
  async find({ profileId, list }: ListPlace, name: string): Promise<SavedView> {
    const { saved } = await this.read(profileId)
    const ofList = saved.filter((view) => view.list === list)
    const found = ofList.find((view) => isSameName(view.name, name.trim()))
    if (found !== undefined) return found
    const title = listTitles[list].toLowerCase()
    throw new ClavisError('input-invalid', `No saved view “${name}” of ${title}.`, {
      hint:
        ofList.length === 0
          ? `This profile has no saved views of ${title}. Save one in the window, or import a profile file that has some.`
          : `Saved views of ${title}: ${ofList.map((view) => `“${view.name}”`).join(', ')}.`,
    })
  }

  /** Keeps how a list was left. */
  async keepState({ profileId, list }: ListPlace, state: ListState): Promise<void> {
    await this.#database.change(({ sql }) =>
      sql
        .prepare(
          `INSERT OR REPLACE INTO list_states (profile_id, list, content)
           SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM profiles WHERE id = ?)`,
        )
        .run(profileId, list, JSON.stringify(listStateSchema.parse(state)), profileId),
    )
  }

  /** Forgets how every list was left. Saved views stay. */
  async forgetStates(): Promise<void> {
    await this.#database.change(({ sql }) => sql.exec('DELETE FROM list_states'))
  }

  /** Saves a view under a name that its list doesn't have yet. @throws `input-invalid`, `profile-not-found` */
  save({ profileId, list }: ListPlace, name: string, content: ViewContent): Promise<SavedView> {
    return this.#change((sql) => {
      const known = this.#saved(sql, profileId)
      requireRoom(known, list)
      const view = { id: this.#newId(), list, name: name.trim(), ...content }
      requireNewName(known, view)
      writeView(sql, profileId, view)
      if (readView(sql, view.id, this.#database.path) === undefined)
        throw new ClavisError('profile-not-found', 'The profile of this list was removed.')
      return view
    })
  }

  /** Renames a view, changes what it holds, or both. @throws `input-invalid` */
  async change(
    viewId: string,
    { name, content }: { readonly name?: string | undefined; readonly content?: ViewContent | undefined },
  ): Promise<void> {
    await this.#change((sql) => {
      const found = readView(sql, viewId, this.#database.path)
      if (found === undefined) throw viewRemoved()
      const { id, list, ...before } = found.view
      const view = { ...before, ...content, id, list, ...(name === undefined ? {} : { name: name.trim() }) }
      // A chart that is left out is the default one, not the earlier one.
      if (content !== undefined && content.chart === undefined) delete view.chart
      requireNewName(this.#saved(sql, found.profileId), view)
      writeView(sql, found.profileId, view)
    })
  }

  /** Removes a view; does nothing if it is gone. */
  async remove(viewId: string): Promise<void> {
    await this.#change((sql) => sql.prepare('DELETE FROM list_views WHERE id = ?').run(viewId))
  }

  /** Calls a listener when saved views change, in this or another process. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void {
    const unsubscribe = this.#listeners.add(listener)
    // The next call fails with the same error, and is the one to report it.
    this.#unsubscribe ??= this.#database.onChange(() => void this.#report().catch(() => undefined))
    void this.#report().catch(() => undefined)
    return unsubscribe
  }

  /** Stops reporting changes. */
  end(): void {
    this.#listeners.clear()
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  #change<T>(work: (sql: DatabaseSync) => T): Promise<T> {
    return this.#database.change(({ sql, onCommit }) => {
      onCommit(() => void this.#report().catch(() => undefined))
      return work(sql)
    })
  }

  async #report(): Promise<void> {
    if (this.#listeners.isEmpty) return
    const now = await this.#database.read((sql) =>
      JSON.stringify(sql.prepare('SELECT id, content FROM list_views ORDER BY id').all()),
    )
    const isChanged = this.#known !== undefined && this.#known !== now
    this.#known = now
    if (isChanged) this.#listeners.notify()
  }

  #saved(sql: DatabaseSync, profileId: string): SavedView[] {
    return readViews(sql, profileId, this.#database.path)
  }

  #left(sql: DatabaseSync, profileId: string): ProfileViews['left'] {
    const select = sql.prepare('SELECT content FROM list_states WHERE profile_id = ? AND list = ?')
    return listNames.flatMap((list) => {
      const content = select.get(profileId, list)?.['content']
      if (content === undefined) return []
      const parse = (): ListState => listStateSchema.parse(JSON.parse(String(content)))
      return [{ list, state: parseContent(this.#database.path, parse) }]
    })
  }
}

/** @throws `input-invalid` if another view of the list has the name */
function requireNewName(known: readonly SavedView[], { id, list, name }: SavedView): void {
  if (!known.some((other) => other.id !== id && other.list === list && isSameName(other.name, name))) return
  throw new ClavisError('input-invalid', `There is already a view “${name}”.`, { hint: 'Choose another name.' })
}

function viewRemoved(): ClavisError {
  return new ClavisError('input-invalid', 'This view was removed.', { hint: 'Save it as a new view.' })
}
