/** The part of WebAssembly's own interface that main uses; Node has it, its types do not. */
declare namespace WebAssembly {
  class Memory {
    private constructor()
    /** Another one after each time it has grown. */
    readonly buffer: ArrayBuffer
    /** @param pages of 64 KiB */
    grow(pages: number): number
  }
  class Module {
    private readonly compiled: never
    constructor(code: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: Readonly<Record<string, unknown>>
  }
}
