/** What the app asks of Electron and the host does not have. */
export function unsupported(name: string): Error {
  return new Error(`${name} is not part of the Chromium host. It has what Clavis uses; add it there.`)
}

/** Names that JavaScript itself asks any object for, without meaning Electron. */
const language: readonly PropertyKey[] = ['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', '$$typeof']

/** The object itself, but reading a member that it does not have throws with the member's name. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target)
      if (value === undefined && !(member in target) && typeof member === 'string' && !language.includes(member))
        throw unsupported(`${name}.${member}`)
      // Methods with private members work on the object itself, not on its proxy.
      return typeof value === 'function' && !/^class\b/u.test(String(value)) ? (value.bind(target) as unknown) : value
    },
    set: (target, member, value) => Reflect.set(target, member, value, target),
  })
}
