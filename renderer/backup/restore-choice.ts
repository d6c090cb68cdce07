import { backupChoiceSchema, type BackupChoice, type BackupEntry } from '#shared/backup/backup.ts'

/** Returns the default choice: adds new profiles, and leaves existing ones as they are. */
export function firstChoice({ name, place, keyOwners }: BackupEntry): BackupChoice {
  return place.kind === 'new' && keyOwners.add === undefined ? { kind: 'add', name } : { kind: 'skip' }
}

/** Returns a choice of this kind with its defaults. */
export function choiceOfKind({ freeName }: BackupEntry, kind: BackupChoice['kind']): BackupChoice {
  switch (kind) {
    case 'skip':
      return { kind }
    case 'add':
      return { kind, name: freeName }
    case 'replace':
      return { kind }
  }
}

interface OfferedKind {
  readonly value: BackupChoice['kind']
  readonly label: string
}

/** The kinds of choice that an entry leaves, with their words: none that would give a key a second owner. */
export function kindsFor({ place, keyOwners }: BackupEntry): readonly OfferedKind[] {
  return kindsOf(place).filter(({ value }) => value === 'skip' || keyOwners[value] === undefined)
}

function kindsOf(place: BackupEntry['place']): readonly OfferedKind[] {
  switch (place.kind) {
    case 'new':
      return [
        { value: 'add', label: 'Restore' },
        { value: 'skip', label: 'Skip' },
      ]
    case 'same':
      return [
        { value: 'skip', label: 'Skip' },
        { value: 'add', label: 'Keep both' },
      ]
    case 'differs':
    case 'name-taken':
      return [
        { value: 'skip', label: 'Skip' },
        { value: 'add', label: 'Keep both' },
        { value: 'replace', label: 'Replace' },
      ]
  }
}

/** Returns whether replacing affects Production, so that main asks, too. */
export function concernsProduction({ environment, place }: Pick<BackupEntry, 'environment' | 'place'>): boolean {
  return environment === 'production' || (place.kind !== 'new' && place.environment === 'production')
}

export function problemOf(
  entry: BackupEntry,
  choice: BackupChoice,
  all: readonly { readonly entry: BackupEntry; readonly choice: BackupChoice }[],
): string | undefined {
  if (choice.kind === 'skip') return undefined
  if (choice.kind === 'add') {
    if (!backupChoiceSchema.safeParse(choice).success) return 'Enter a name.'
    const name = choice.name.trim()
    const twice = all.some(
      (other) => other.entry !== entry && other.choice.kind === 'add' && other.choice.name.trim() === name,
    )
    return twice ? 'Another restored profile has this name.' : undefined
  }
  if (entry.place.kind === 'new') return 'Nothing to replace.'
  return undefined
}
