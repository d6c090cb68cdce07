/** Creates the error for a part of Electron that the host lacks. */
export function unsupported(name: string): Error {
  return new Error(`${name} is not part of the Chromium host. It has what Clavis uses; add it there.`)
}

/** Names that JavaScript itself reads from any object. */
const language: readonly PropertyKey[] = ['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', '$$typeof']

/** Throws for a property that an object of the host lacks, unless JavaScript itself reads it. */
function refuseMissing(name: string, target: object, member: PropertyKey): void {
  if (typeof member === 'string' && !(member in target) && !language.includes(member))
    throw unsupported(`electron.${name}.${member}`.replace('..', '.'))
}

/** Returns a proxy of the object that throws when a missing property is read, with its name. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, member) {
      refuseMissing(name, target, member)
      const value: unknown = Reflect.get(target, member, target)
      // Methods with private fields need the object itself, not its proxy.
      return typeof value === 'function' && !isClass(value) ? (value.bind(target) as unknown) : value
    },
    set: (target, member, value) => Reflect.set(target, member, value, target),
  })
}

/** Detects classes: alone among functions, their prototype can't be replaced. Works through proxies, too. */
function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}

/**
 * Makes every object of a class strict without a proxy for each: a proxy at the end of the prototype chain refuses
 * missing properties.
 * @param name what Electron calls the class
 */
export function makeStrict(name: string, { prototype }: { readonly prototype: object }): void {
  const parent = Object.getPrototypeOf(prototype) as object
  Object.setPrototypeOf(
    prototype,
    // An extra link between the class and its parent, which stays in the chain for `instanceof`.
    new Proxy(Object.create(parent) as object, {
      get(target, member, receiver) {
        refuseMissing(name, target, member)
        return Reflect.get(target, member, receiver) as unknown
      },
    }),
  )
}

/** Creates a part of Electron that the host lacks: it may be imported, and throws when used. */
export function missingPart(name: string): object {
  // A function, so that it can be called and constructed, which throws.
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
