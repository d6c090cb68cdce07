import { describe, expect, it } from 'vitest'
import { NoticeSchedule, startOfNextDay } from './notice-schedule.ts'

const hour = 3_600_000

class SimulatedClock {
  moment: number
  readonly checks: number[] = []
  #timer: { at: number; run: () => void } | undefined

  constructor(moment: number) {
    this.moment = moment
  }

  schedule(timeZone?: string): NoticeSchedule<object> {
    return new NoticeSchedule<object>({
      check: () => this.checks.push(this.moment),
      now: () => this.moment,
      timers: {
        set: (run, milliseconds) => {
          this.#timer = { at: this.moment + milliseconds, run }
          return this.#timer
        },
        clear: (timer) => {
          if (this.#timer === timer) this.#timer = undefined
        },
      },
      ...(timeZone === undefined ? {} : { timeZone }),
    })
  }

  get isWaiting(): boolean {
    return this.#timer !== undefined
  }

  runTo(end: number): void {
    while (this.#timer !== undefined && this.#timer.at <= end) {
      const { at, run } = this.#timer
      this.#timer = undefined
      this.moment = at
      run()
    }
    this.moment = end
  }

  /** Sets the clock; the timer keeps its remaining time. */
  jump(milliseconds: number): void {
    this.moment += milliseconds
    if (this.#timer !== undefined) this.#timer.at += milliseconds
  }
}

const zones = ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Havana', 'Africa/Cairo']

describe('NoticeSchedule', () => {
  it.each(zones)('checks at least every hour and at the start of each day, for a year in %s', (timeZone) => {
    const start = Date.UTC(2026, 0, 1, 7, 13)
    const clock = new SimulatedClock(start)
    clock.schedule(timeZone).start()
    clock.runTo(start + 366 * 24 * hour)
    const days = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    let dayStarts = 0
    clock.checks.forEach((check, index) => {
      const before = clock.checks[index - 1] ?? check
      expect(check - before).toBeLessThanOrEqual(hour)
      if (days.format(check) === days.format(before)) return
      dayStarts += 1
      // One millisecond earlier was another day.
      expect(days.format(check - 1)).not.toBe(days.format(check))
    })
    expect(dayStarts).toBe(366)
  })

  it('checks at once when the computer wakes up, and restarts the timer', () => {
    const clock = new SimulatedClock(Date.UTC(2026, 5, 1, 12))
    const schedule = clock.schedule('UTC')
    schedule.start()
    clock.jump(90 * 24 * hour)
    schedule.wake()
    expect(clock.checks).toEqual([Date.UTC(2026, 5, 1, 12), Date.UTC(2026, 7, 30, 12)])
    clock.runTo(clock.moment + 2 * hour)
    expect(clock.checks).toHaveLength(4)
  })

  it('keeps checking when the clock is set back', () => {
    const clock = new SimulatedClock(Date.UTC(2026, 5, 1, 12))
    clock.schedule('UTC').start()
    clock.jump(-400 * 24 * hour)
    clock.runTo(clock.moment + 3 * hour)
    expect(clock.checks).toHaveLength(4)
  })

  it('repeats a check that failed in a minute, and continues every hour', () => {
    const clock = new SimulatedClock(Date.UTC(2026, 5, 1, 12))
    const schedule = clock.schedule('UTC')
    schedule.start()
    schedule.retry()
    clock.runTo(clock.moment + 2 * hour)
    expect(clock.checks.map((check) => (check - (clock.checks[0] ?? 0)) / 60_000)).toEqual([0, 1, 61])
  })

  it('stops and does not check again', () => {
    const clock = new SimulatedClock(0)
    const schedule = clock.schedule('UTC')
    schedule.start()
    schedule.end()
    schedule.wake()
    schedule.retry()
    expect(clock.isWaiting).toBe(false)
    expect(clock.checks).toHaveLength(1)
  })
})

describe('startOfNextDay', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29T22:00:00Z'],
    // Daylight saving time starts at midnight.
    ['Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-23T22:00:00Z'],
    // Daylight saving time ends at midnight: the day has 25 hours.
    ['Africa/Cairo', '2026-10-29T12:00:00Z', '2026-10-29T22:00:00Z'],
    ['Asia/Kolkata', '2026-06-01T18:29:59Z', '2026-06-01T18:30:00Z'],
    ['Asia/Kolkata', '2026-06-01T18:30:00Z', '2026-06-02T18:30:00Z'],
  ])('is the next local midnight, in %s after %s: %s', (timeZone, now, start) => {
    expect(new Date(startOfNextDay(Date.parse(now), timeZone)).toISOString()).toBe(start.replace('Z', '.000Z'))
  })
})
