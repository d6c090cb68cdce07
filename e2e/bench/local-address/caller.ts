import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { median } from '../median.ts'
import { answerAsPeer } from '../peer-process.ts'

// The client, the same for both ways. Its questions: what to measure, the origin, the socket's path or nothing, and a number.

/** Connections of the calls at a rate: as many as a program with some threads has. */
const connections = 16

async function call(pool: Pool): Promise<void> {
  const authorization = `Bearer ${'x'.repeat(1200)}`
  const { statusCode, body } = await pool.request({
    path: '/~reports/hello',
    method: 'GET',
    headers: { authorization },
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(`Status ${statusCode}.`)
}

/** Returns the median time of calls one after another, milliseconds. */
async function latency(pool: Pool, calls: number): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < calls; index += 1) {
    const began = performance.now()
    await call(pool)
    times.push(performance.now() - began)
  }
  return median(times)
}

/** Sends a thousand calls in each second. Returns how many a second were answered, and how many failed. */
async function rate(pool: Pool, seconds: number): Promise<{ readonly perSecond: number; readonly failed: number }> {
  const began = performance.now()
  const total = seconds * 1000
  let failed = 0
  const all: Promise<void>[] = []
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(performance.now() - began))
    for (; sent < due; sent += 1) all.push(call(pool).catch(() => void (failed += 1)))
    await wait(1)
  }
  await Promise.all(all)
  return { perSecond: ((total - failed) * 1000) / (performance.now() - began), failed }
}

answerAsPeer(async ([what = '', origin = '', socketPath = '', amount = '']) => {
  const isRate = what === 'rate'
  const pool = new Pool(origin, {
    connections: isRate ? connections : 1,
    ...(socketPath === '' ? {} : { socketPath }),
  })
  try {
    if (isRate) return { seconds: 0, found: JSON.stringify(await rate(pool, Number(amount))) }
    return { seconds: (await latency(pool, Number(amount))) / 1000, found: '' }
  } finally {
    await pool.close()
  }
})
