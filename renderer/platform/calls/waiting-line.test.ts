import { expect, test } from 'vitest'
import { WaitingLine } from './waiting-line.ts'

const whole = { name: 'whole' }

/** A line whose reading ends when the test says so. */
function lineOf(): { line: WaitingLine<typeof whole>; read: () => void; fail: () => void; readings: () => number } {
  const readings: { resolve: (value: typeof whole) => void; reject: (fault: unknown) => void }[] = []
  const line = new WaitingLine(
    () => new Promise<typeof whole>((resolve, reject) => readings.push({ resolve, reject })),
    () => new Promise((resolve) => setTimeout(resolve)),
  )
  return {
    line,
    read: () => readings.at(-1)?.resolve(whole),
    fail: () => readings.at(-1)?.reject(new Error('the disk is gone')),
    readings: () => readings.length,
  }
}

test('what comes while it is read is let in by its order, each after all that follows from the one before', async () => {
  const { line, read, readings } = lineOf()
  const done: string[] = []
  // An answer has its effect some promises later, an event at once.
  const answer = (name: string): Promise<void> =>
    line.turn().then(async () => {
      for (let step = 0; step < 20; step++) await Promise.resolve()
      done.push(name)
    })
  const event = (name: string): Promise<void> =>
    line.turn().then(() => {
      done.push(name)
    })
  line.begin()
  const first = [answer('answer 1'), event('event 1'), event('event 2'), answer('answer 2')]
  read()
  await first[0]
  // The line is not empty yet: what comes now is its last.
  const last = event('event 3')
  await Promise.all([...first, last])
  expect(done).toEqual(['answer 1', 'event 1', 'event 2', 'answer 2', 'event 3'])
  await event('event 4')
  expect(done.at(-1)).toBe('event 4')
  expect(readings()).toBe(1)
})

test('where it cannot be read, those who wait are told, and the next one makes it be read again', async () => {
  const { line, read, fail, readings } = lineOf()
  const refused = [line.turn(), line.turn()]
  fail()
  for (const turn of refused) await expect(turn).rejects.toThrow('the disk is gone')
  const again = line.turn()
  expect(readings()).toBe(2)
  read()
  expect(await again).toBe(whole)
})
