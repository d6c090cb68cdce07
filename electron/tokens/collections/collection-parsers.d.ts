// What tests use of the packages that read both formats: Bruno's has no types, Postman's are not found by TypeScript.

declare module '@usebruno/lang' {
  /** Parses a request. @throws if the text is none */
  export function bruToJsonV2(text: string): BrunoFile
  /** Parses `collection.bru`. @throws if the text is none */
  export function collectionBruToJson(text: string): BrunoFile

  export interface BrunoFile {
    readonly meta?: { readonly name: string; readonly type: string; readonly seq: string }
    readonly http?: { readonly method: string; readonly url: string; readonly auth: string }
    readonly headers?: readonly { readonly name: string; readonly value: string; readonly enabled: boolean }[]
    readonly auth?: { readonly mode: string; readonly bearer?: { readonly token: string } }
    readonly vars?: { readonly req: readonly { readonly name: string; readonly value: string }[] }
    readonly script?: { readonly req: string }
    readonly docs?: string
  }
}

declare module 'postman-collection' {
  interface Values {
    get(name: string): unknown
    toObject(withoutDisabled?: boolean): Record<string, unknown>
  }

  interface Request {
    readonly method: string
    readonly url: { toString(): string }
    readonly headers: Values & { one(name: string): { readonly disabled?: boolean } | undefined }
  }

  class Collection {
    constructor(definition: unknown)
    readonly name: string
    readonly auth?: { parameters(): Values }
    readonly variables: Values
    readonly events: { listeners(name: string): readonly { readonly script: { toSource(): string | undefined } }[] }
    forEachItem(visit: (item: { readonly name: string; readonly request: Request }) => void): void
  }

  class VariableScope {
    constructor(definition: { readonly values: readonly { readonly key: string; readonly value: unknown }[] })
    get(name: string): unknown
    has(name: string): boolean
    set(name: string, value: unknown): void
  }

  const postman: { readonly Collection: typeof Collection; readonly VariableScope: typeof VariableScope }
  export default postman
  export type { Collection, Request, VariableScope }
}
