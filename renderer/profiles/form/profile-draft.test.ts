import { beforeEach, describe, expect, it } from 'vitest'
import { newFormValues } from './form-values.ts'
import { dropDraft, readDraft, writeDraft, type DraftStorage } from './profile-draft.ts'

let kept: Map<string, string>
let storage: DraftStorage

beforeEach(() => {
  kept = new Map()
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
})

describe('profile drafts', () => {
  const draft = { values: { ...newFormValues(), name: 'Half a name' }, revision: 4 }

  it('Profile drafts: are restored as they were left, separately for each form', () => {
    writeDraft(storage, 'new', draft)
    expect(readDraft(storage, 'new')).toEqual(draft)
    expect(readDraft(storage, 'other')).toBeUndefined()
    dropDraft(storage, 'new')
    expect(readDraft(storage, 'new')).toBeUndefined()
  })

  it.each(['{', '{"values":{},"revision":1}', JSON.stringify({ ...draft, more: 1 })])(
    'Profile drafts: are discarded when unreadable: %s',
    (text) => {
      writeDraft(storage, 'new', draft)
      const [key = ''] = kept.keys()
      kept.set(key, text)
      expect(readDraft(storage, 'new')).toBeUndefined()
      expect(kept.size).toBe(0)
    },
  )
})
