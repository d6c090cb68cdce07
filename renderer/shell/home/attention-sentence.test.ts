import { expect, test } from 'vitest'
import { attentionSentence } from './attention-sentence.ts'

test('attentionSentence: counts the profiles that need the person, also one or none', () => {
  const fine = { health: { urgency: 'soon' } } as const
  const urgent = { health: { urgency: 'urgent' } } as const
  const stopped = { health: { urgency: 'stopped' } } as const
  expect([[fine], [urgent], [fine, fine], [fine, urgent], [stopped, urgent, fine]].map(attentionSentence)).toEqual([
    'Your profile needs nothing this week',
    'Your profile needs you this week',
    'None of 2 profiles needs you this week',
    '1 of 2 profiles needs you this week',
    '2 of 3 profiles need you this week',
  ])
})
