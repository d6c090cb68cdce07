import { expect, test } from 'vitest'
import { blockSize, maxBlocks, RowBlocks } from './row-blocks.ts'

/** A list whose answers come when the test says so. */
class SlowList {
  readonly asked: {
    readonly offset: number
    readonly limit: number
    readonly answer: (rows: readonly string[]) => void
    readonly fail: (error: Error) => void
  }[] = []

  readonly ask = (offset: number, limit: number): Promise<readonly string[]> =>
    new Promise((answer, reject) => {
      this.asked.push({ offset, limit, answer, fail: reject })
    })

  /** What was asked for, each as `first+count`. */
  get requests(): string {
    return this.asked.map(({ offset, limit }) => `${offset}+${limit}`).join(' ')
  }

  /** Answers a request, the oldest being 0. */
  async answer(request: number, rows?: number, word = 'row'): Promise<void> {
    const { offset, limit, answer } = this.asked[request]!
    answer(Array.from({ length: rows ?? limit }, (_, index) => `${word} ${offset + index}`))
    await settled()
  }

  async fail(request: number): Promise<void> {
    this.asked[request]!.fail(new Error(`no answer ${request}`))
    await settled()
  }
}

/** What hangs on an answer has been done. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

function started(): {
  list: SlowList
  blocks: RowBlocks<string>
  came: () => number
  failures: unknown[]
  goOn: () => Promise<void>
} {
  const list = new SlowList()
  const failures: unknown[] = []
  let count = 0
  let end = (): void => undefined
  const blocks = new RowBlocks<string>(
    list.ask,
    { onRows: () => (count += 1), onFailure: (error) => failures.push(error) },
    () => new Promise((resolve) => (end = resolve)),
  )
  const goOn = (): Promise<void> => {
    end()
    return settled()
  }
  return { list, blocks, came: () => count, failures, goOn }
}

test('RowBlocks: requests the visible rows together and at once, and has them once they arrive', async () => {
  const { list, blocks, came } = started()
  blocks.want(260, 285)
  expect(list.requests).toBe('250+50')
  expect(blocks.rowAt(260)).toBeUndefined()
  await list.answer(0)
  expect(blocks.rowAt(260)).toBe('row 260')
  expect(blocks.rowAt(285)).toBe('row 285')
  expect(came()).toBe(1)
  blocks.want(250, 299)
  expect(list.asked).toHaveLength(1)
  // Further down only what is not there yet.
  blocks.want(270, 310)
  expect(list.requests).toBe('250+50 300+25')
})

test('RowBlocks: sends at most two requests at a time, and none for rows that were scrolled past meanwhile', async () => {
  const { list, blocks, came, goOn } = started()
  for (let row = 0; row < 10_000; row += 500) blocks.want(row, row + 20)
  expect(list.requests).toBe('0+25 500+25')
  await list.answer(1)
  // That was for nothing: the next one waits a little, and takes the place where it was scrolled to by then.
  expect(list.asked).toHaveLength(2)
  expect(came()).toBe(0)
  await goOn()
  expect(list.requests).toBe('0+25 500+25 9500+25')
  await list.answer(0)
  await goOn()
  await list.answer(2)
  expect(list.asked).toHaveLength(3)
  expect(blocks.rowAt(9510)).toBe('row 9510')
})

test('RowBlocks: limits what is requested at once, however large the window is', () => {
  const { list, blocks } = started()
  blocks.want(0, 10 * blockSize - 1)
  expect(list.requests).toBe('0+200 200+50')
})

test('RowBlocks: keeps a few blocks, including the visible ones', async () => {
  const { list, blocks } = started()
  const all = Array.from({ length: 3 * maxBlocks }, (_, block) => block * blockSize)
  for (const [request, row] of all.entries()) {
    blocks.want(row, row + 20)
    await list.answer(request)
  }
  const held = all.filter((row) => blocks.rowAt(row) !== undefined)
  expect(held).toEqual(all.slice(-maxBlocks))
})

test('RowBlocks: ignores a late response for a list that is no longer shown', async () => {
  const { list, blocks, came } = started()
  blocks.want(0, 20)
  blocks.clear()
  expect(list.requests).toBe('0+25 0+25')
  await list.answer(1, undefined, 'new')
  await list.answer(0, undefined, 'old')
  expect(blocks.rowAt(3)).toBe('new 3')
  expect(came()).toBe(1)
})

test('RowBlocks: a refresh keeps the rows until they are reloaded, and reloads an older response, too', async () => {
  const { list, blocks } = started()
  blocks.want(0, 20)
  await list.answer(0, undefined, 'first')
  blocks.refresh()
  expect(blocks.rowAt(3)).toBe('first 3')
  blocks.refresh()
  expect(list.asked).toHaveLength(2)
  await list.answer(1, undefined, 'second')
  expect(blocks.rowAt(3)).toBe('second 3')
  await list.answer(2, undefined, 'third')
  expect(blocks.rowAt(3)).toBe('third 3')
  expect(list.asked).toHaveLength(3)
})

test('RowBlocks: reloads only the incomplete block when the list grows', async () => {
  const { list, blocks } = started()
  blocks.want(5, 45)
  await list.answer(0, 40)
  expect(blocks.rowAt(39)).toBe('row 39')
  expect(blocks.rowAt(40)).toBeUndefined()
  blocks.grow()
  expect(list.requests).toBe('0+50 25+25')
  // It grew once more while that was on its way.
  blocks.grow()
  await list.answer(1, 20)
  expect(list.requests).toBe('0+50 25+25 25+25')
  await list.answer(2)
  expect(blocks.rowAt(49)).toBe('row 49')
  expect(list.asked).toHaveLength(3)
})

test('RowBlocks: retries a failed request when the person scrolls on, not over and over', async () => {
  const { list, blocks } = started()
  blocks.want(0, 20)
  await list.fail(0)
  blocks.want(1, 21)
  expect(list.asked).toHaveLength(1)
  blocks.want(500, 520)
  await list.answer(1)
  blocks.want(0, 20)
  expect(list.requests).toBe('0+25 500+25 0+25')
})

test('RowBlocks: reports a failure until all requested rows are there', async () => {
  const { list, blocks, failures } = started()
  blocks.want(0, 20)
  await list.fail(0)
  expect(failures).toEqual([new Error('no answer 0')])
  blocks.refresh()
  await list.fail(1)
  expect(failures).toHaveLength(2)
  blocks.refresh()
  blocks.want(0, 30)
  await list.answer(2)
  // The second block is still on its way.
  expect(failures).toHaveLength(2)
  await list.answer(3)
  expect(failures.slice(2)).toEqual([undefined])
  // Nothing is reported for rows that arrived, nor for those of a list that is no longer shown.
  blocks.want(500, 520)
  blocks.clear()
  await list.fail(4)
  expect(failures).toHaveLength(3)
})

test('RowBlocks: clears the failure when scrolled back to rows that are there', async () => {
  const { list, blocks, failures } = started()
  blocks.want(0, 20)
  await list.answer(0)
  blocks.want(500, 520)
  await list.fail(1)
  blocks.want(0, 20)
  expect(failures).toEqual([new Error('no answer 1'), undefined])
})
