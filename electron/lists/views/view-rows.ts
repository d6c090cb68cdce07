import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { ClavisError } from '#shared/errors.ts'
import { type FileView, fileViewSchema, type SavedView, savedViewSchema } from '#shared/lists/list-views.ts'
import { maxViews } from '#shared/lists/view-limits.ts'
import { listTitles, type ListName } from '#shared/profiles/list-name.ts'
import { parseContent } from '../../store/stored-document.ts'

/** Reads the saved views of a profile, by name. @param path the database's, for the message */
export function readViews(sql: DatabaseSync, profileId: string, path: string): SavedView[] {
  const rows = sql.prepare('SELECT id, content FROM list_views WHERE profile_id = ?').all(profileId)
  return rows.map((row) => viewOf(row, path)).toSorted((one, other) => byName.compare(one.name, other.name))
}

/** A saved view with the profile that it belongs to. */
export interface ProfileView {
  readonly profileId: string
  readonly view: SavedView
}

/** Reads the saved views of all profiles, by name. */
export function readAllViews(sql: DatabaseSync, path: string): ProfileView[] {
  const rows = sql.prepare('SELECT id, profile_id, content FROM list_views').all()
  return rows
    .map((row) => profileViewOf(row, path))
    .toSorted((one, other) => byName.compare(one.view.name, other.view.name))
}

/** Reads one saved view; undefined if there is none. */
export function readView(sql: DatabaseSync, viewId: string, path: string): ProfileView | undefined {
  const row = sql.prepare('SELECT id, profile_id, content FROM list_views WHERE id = ?').get(viewId)
  return row === undefined ? undefined : profileViewOf(row, path)
}

/** Stores a view; one with this id is replaced. A profile that is gone gets none. */
export function writeView(sql: DatabaseSync, profileId: string, { id, ...content }: SavedView): void {
  sql
    .prepare(
      `INSERT OR REPLACE INTO list_views (id, profile_id, content)
       SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM profiles WHERE id = ?)`,
    )
    // Nothing is stored that can't be read back.
    .run(id, profileId, JSON.stringify(fileViewSchema.parse(content)), profileId)
}

/**
 * Adds the views of a profile file. One that has the name of a stored view of its list replaces it.
 * @throws `input-invalid` if a list would have too many
 */
export function addViews(
  sql: DatabaseSync,
  profileId: string,
  views: readonly FileView[],
  path: string,
  newId: () => string,
): void {
  if (views.length === 0) return
  const known = readViews(sql, profileId, path)
  for (const view of views) {
    const same = known.find(({ list, name }) => list === view.list && isSameName(name, view.name))
    const added = { ...view, id: same?.id ?? newId() }
    if (same === undefined) {
      requireRoom(known, view.list)
      known.push(added)
    }
    writeView(sql, profileId, added)
  }
}

/** Describes which of a profile's views those of a profile file would change or add, one line each. */
export function changedViews(known: readonly SavedView[], views: readonly FileView[]): string[] {
  return views.flatMap((view) => {
    const same = known.find(({ list, name }) => list === view.list && isSameName(name, view.name))
    if (same !== undefined && isDeepStrictEqual(same, { id: same.id, ...view })) return []
    return `Saved view of ${listTitles[view.list]} ${same === undefined ? 'added' : 'changed'}: ${view.name}`
  })
}

/** @throws `input-invalid` if a list has as many views as are allowed */
export function requireRoom(known: readonly SavedView[], list: ListName): void {
  if (known.filter((view) => view.list === list).length >= maxViews)
    throw new ClavisError('input-invalid', `A list can have ${maxViews} saved views.`, {
      hint: 'Remove one that you no longer need.',
    })
}

/** Whether two names of views are the same to a person. */
export function isSameName(one: string, other: string): boolean {
  return byName.compare(one, other) === 0
}

const byName = new Intl.Collator('en', { sensitivity: 'accent', numeric: true })

function profileViewOf(row: Record<string, unknown>, path: string): ProfileView {
  return { profileId: String(row['profile_id']), view: viewOf(row, path) }
}

function viewOf(row: Record<string, unknown>, path: string): SavedView {
  return parseContent(path, () =>
    savedViewSchema.parse({ id: row['id'], ...(JSON.parse(String(row['content'])) as object) }),
  )
}
