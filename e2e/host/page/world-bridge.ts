/** One side of the bridge between the preload's world and the page's. */
export interface WorldBridge {
  /** Provides something to the other side. */
  readonly serve: (name: string, answer: (...values: unknown[]) => unknown) => void
  /** Calls the other side synchronously. */
  readonly ask: (name: string, ...values: unknown[]) => unknown
}

/**
 * Connects two worlds of a document over a port object that both hold: events on it are synchronous, and Chromium
 * clones their data. Functions, promises and errors are passed as numeric handles, as in Electron's context bridge.
 * Runs in the page as source text, so it uses nothing outside of itself.
 */
export function createWorldBridge(side: 'isolated' | 'main', port: EventTarget): WorldBridge {
  const other = side === 'isolated' ? 'main' : 'isolated'
  // The page may replace built-ins, so the needed ones are copied before its first script runs.
  const reflect = { ...Object.getOwnPropertyDescriptors(Reflect) } as Record<string, { value: unknown }>
  const apply = reflect['apply']?.value as (of: unknown, on: unknown, values: unknown[]) => unknown
  const dispatch: unknown = Reflect.get(EventTarget.prototype, 'dispatchEvent')
  const detailOf: unknown = Reflect.get(Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail') ?? {}, 'get')
  const [NewEvent, NewError, NewPromise] = [CustomEvent, Error, Promise]
  const then: unknown = Reflect.get(Promise.prototype, 'then')

  type Packed =
    | ['value', unknown]
    | ['list', Packed[]]
    | ['object', [string, Packed][]]
    | ['function' | 'promise', number]
    | ['error', string]
  type Message =
    | ['ask', string | number, Packed[]]
    | ['answer', 'value' | 'thrown', Packed]
    | ['settle', number, boolean, Packed]

  const own = new Map<number, (...values: unknown[]) => unknown>()
  const numbers = new Map<unknown, number>()
  const settling = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
  const offers = new Map<string, (...values: unknown[]) => unknown>()
  const functions = new Map<number, (...values: unknown[]) => unknown>()
  let lastNumber = 0
  let answer: ['value' | 'thrown', Packed] | undefined

  function post(message: Message): void {
    apply(dispatch, port, [new NewEvent(other, { detail: message })])
  }

  function pack(value: unknown): Packed {
    if (typeof value === 'function') {
      let number = numbers.get(value)
      if (number === undefined) {
        lastNumber += 1
        number = lastNumber
        numbers.set(value, number)
        own.set(number, value as (...values: unknown[]) => unknown)
      }
      return ['function', number]
    }
    if (typeof value !== 'object' || value === null) return ['value', value]
    if (value instanceof NewPromise) {
      lastNumber += 1
      const number = lastNumber
      apply(then, value, [
        (result: unknown) => post(['settle', number, true, pack(result)]),
        (reason: unknown) => post(['settle', number, false, pack(reason)]),
      ])
      return ['promise', number]
    }
    if (value instanceof NewError) return ['error', value.message]
    if (Array.isArray(value)) return ['list', value.map(pack)]
    return ['object', Object.entries(value).map(([name, part]) => [name, pack(part)])]
  }

  function unpack(packed: Packed): unknown {
    switch (packed[0]) {
      case 'value':
        return packed[1]
      case 'error':
        return new NewError(packed[1])
      case 'list':
        return packed[1].map(unpack)
      case 'object': {
        const object: Record<string, unknown> = {}
        for (const [name, part] of packed[1])
          Object.defineProperty(object, name, {
            value: unpack(part),
            writable: true,
            enumerable: true,
            configurable: true,
          })
        return object
      }
      case 'promise':
        return new NewPromise((resolve, reject) => settling.set(packed[1], { resolve, reject }))
      case 'function': {
        const number = packed[1]
        const known = functions.get(number)
        if (known !== undefined) return known
        const call = (...values: unknown[]): unknown => request(number, values)
        functions.set(number, call)
        return call
      }
    }
  }

  function request(target: string | number, values: unknown[]): unknown {
    const before = answer
    answer = undefined
    post(['ask', target, values.map(pack)])
    const received = answer as ['value' | 'thrown', Packed] | undefined
    answer = before
    if (received === undefined) throw new NewError('The bridge between page and preload is closed.')
    if (received[0] === 'thrown') throw unpack(received[1]) as Error
    return unpack(received[1])
  }

  port.addEventListener(side, (event) => {
    const message = apply(detailOf, event, []) as Message
    if (message[0] === 'answer') answer = [message[1], message[2]]
    else if (message[0] === 'settle') {
      const waiting = settling.get(message[1])
      settling.delete(message[1])
      if (message[2]) waiting?.resolve(unpack(message[3]))
      else waiting?.reject(unpack(message[3]))
    } else {
      const called = typeof message[1] === 'number' ? own.get(message[1]) : offers.get(message[1])
      try {
        if (called === undefined) throw new NewError('Nothing of that name crosses the bridge.')
        post(['answer', 'value', pack(called(...message[2].map(unpack)))])
      } catch (error) {
        post(['answer', 'thrown', ['error', error instanceof NewError ? error.message : String(error)]])
      }
    }
  })

  return {
    serve: (name, offer) => void offers.set(name, offer),
    ask: (name, ...values) => request(name, values),
  }
}
