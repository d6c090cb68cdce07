/** What the app asks of Electron and the host does not have. */
export function unsupported(name: string): Error {
  return new Error(`${name} is not part of the Chromium host. It has what Clavis uses; add it there.`)
}

/** Names that JavaScript itself asks any object for, without meaning Electron. */
const language: readonly PropertyKey[] = ['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', '$$typeof']

/** Throws for a member that an object of the host does not have, unless JavaScript itself asks. */
function refuseMissing(name: string, target: object, member: PropertyKey): void {
  if (typeof member === 'string' && !(member in target) && !language.includes(member))
    throw unsupported(`electron.${name}.${member}`.replace('..', '.'))
}

/** The object itself, but reading a member that it does not have throws with the member's name. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, member) {
      refuseMissing(name, target, member)
      const value: unknown = Reflect.get(target, member, target)
      // Methods with private members work on the object itself, not on its proxy.
      return typeof value === 'function' && !isClass(value) ? (value.bind(target) as unknown) : value
    },
    set: (target, member, value) => Reflect.set(target, member, value, target),
  })
}

/** A class, alone among functions, has a prototype that cannot be replaced; so, too, seen through a proxy. */
function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}

/**
 * Makes every object of a class strict in the same way, without a proxy of its own for each: what neither the object
 * nor its class has is looked for at the end of the chain, where it is refused.
 * @param name what Electron calls the class
 */
export function makeStrict(name: string, { prototype }: { readonly prototype: object }): void {
  const parent = Object.getPrototypeOf(prototype) as object
  Object.setPrototypeOf(
    prototype,
    // A link of its own between the class and its parent, which stays in the chain for `instanceof`.
    new Proxy(Object.create(parent) as object, {
      get(target, member, receiver) {
        refuseMissing(name, target, member)
        return Reflect.get(target, member, receiver) as unknown
      },
    }),
  )
}

/** A part of Electron that the host does not have at all: it may be imported, and throws when it is used. */
export function missingPart(name: string): object {
  // A function, so that it can be called and constructed, which it refuses.
  const refuse = function (): never {
    throw unsupported(`electron.${name}`)
  }
  return new Proxy(refuse, {
    get: (_target, member) => {
      throw unsupported(`electron.${name}.${String(member)}`)
    },
    set: refuse,
    construct: refuse,
  })
}
