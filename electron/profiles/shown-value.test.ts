import { expect, test } from 'vitest'
import { nameLines } from '#shared/questions.ts'
import { exportKeysQuestion, webhookQuestion } from './guards/confirmation-messages.ts'
import { shownAddress, shownAddresses, shownChange } from './shown-value.ts'

test('shownAddresses: two long addresses of one host are whole, so that they differ', () => {
  const [before, after] = ['a', 'b'].map((end) => `https://api.example.com/${'x/'.repeat(200)}${end}`)
  expect(shownAddresses(before ?? '', after ?? '')).toBe(`${before} → ${after}`)
  expect(webhookQuestion(after ?? '', before ?? '').details[0]).toBe(`Webhook: ${before} → ${after}`)
})

test('shownAddresses: names the host that is connected to, in ASCII', () => {
  expect(shownAddresses('system', 'http://pr\u043Exy.example\\x:3128')).toBe('system → http://xn--prxy-65d.example')
  expect(shownAddress('https://api.example.com/\u202Ex')).toBe('https://api.example.com/%E2%80%AEx')
})

test('shownChange: long values are shown where they begin to differ', () => {
  const same = 's'.repeat(300)
  const shown = shownChange(`${same}old`, `${same}new`)
  expect(shown).toBe(`…${'s'.repeat(20)}old (303 characters) → …${'s'.repeat(20)}new (303 characters)`)
  expect(shownChange('', 'x'.repeat(121))).toContain('none')
  expect(shownChange('a', 'b')).toBe('a → b')
  expect(shownChange(false, true)).toBe('off → on')
})

test('Questions: a name stands on a line of its own and cannot end a quotation or begin a line', () => {
  const name = 'Acme” is harmless. “\nProfile: Other'
  const { message, details } = exportKeysQuestion([{ name }])
  expect(message).toBe('Write the keys of a Production profile to a file?')
  expect(details[0]).toBe('Profile: Acme” is harmless. “\\u000AProfile: Other')
  expect(nameLines(Array.from({ length: 30 }, (_, index) => `P${index}`)).at(-1)).toBe('    and 10 more')
})
