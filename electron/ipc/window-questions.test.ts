import { expect, test } from 'vitest'
import { WindowQuestions } from './window-questions.ts'

const question = { names: ['Acme'], message: 'Delete “Acme”?', details: [], action: 'Delete' }

test('a page that asks over and over is refused without a dialog for a while, only in its own window', async () => {
  let now = 0
  let asked = 0
  const questions = new WindowQuestions({
    now: () => now,
    ask: () => {
      asked += 1
      return Promise.resolve(false)
    },
  })
  const ask = (windowId: number): Promise<void> => questions.inWindow(windowId)(question)
  for (let times = 0; times < 10; times += 1) await expect(ask(1)).rejects.toMatchObject({ code: 'not-confirmed' })
  await expect(ask(1)).rejects.toMatchObject({ code: 'call-refused' })
  await expect(ask(2)).rejects.toMatchObject({ code: 'not-confirmed' })
  expect(asked).toBe(11)
  now = 60_000
  await expect(ask(1)).rejects.toMatchObject({ code: 'not-confirmed' })
})
