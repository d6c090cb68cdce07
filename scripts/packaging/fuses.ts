import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** What is built: the app for people, or one that end-to-end tests can drive. */
export type Variant = 'release' | 'e2e'

export type FuseName = keyof typeof FuseV1Options

interface Fuse {
  readonly on: boolean
  readonly reason: string
}

/**
 * Every fuse of Electron's binary, with the reason for its position (https://www.electronjs.org/docs/latest/tutorial/fuses).
 * The compiler asks for a fuse that a new version of @electron/fuses adds; packaging fails on one that only Electron knows.
 */
export const releaseFuses: Readonly<Record<FuseName, Fuse>> = {
  RunAsNode: { on: false, reason: 'The program must not run other scripts under Clavis’s name and signature.' },
  EnableCookieEncryption: {
    on: false,
    reason: 'Clavis has no cookies, and macOS would ask for the keychain at every start.',
  },
  EnableNodeOptionsEnvironmentVariable: { on: false, reason: 'NODE_OPTIONS could load code or weaken TLS.' },
  EnableNodeCliInspectArguments: { on: false, reason: 'A debugger in the main process reads every secret.' },
  EnableEmbeddedAsarIntegrityValidation: { on: true, reason: 'Changed code does not start (macOS and Windows).' },
  OnlyLoadAppFromAsar: { on: true, reason: 'A folder named “app” would be loaded without that check.' },
  LoadBrowserProcessSpecificV8Snapshot: { on: false, reason: 'Clavis has no V8 snapshot of its own.' },
  GrantFileProtocolExtraPrivileges: { on: false, reason: 'The page comes from app://; no file: page is ever shown.' },
  WasmTrapHandlers: { on: true, reason: 'Electron’s default. Only Node’s own parts run in WebAssembly.' },
}

/** Returns the position of every fuse. */
export function fusesOf(variant: Variant): Record<FuseName, boolean> {
  const positions = Object.entries(releaseFuses).map(([name, { on }]) => [name, on] as const)
  // Playwright drives the app by its inspector.
  const changes = variant === 'e2e' ? { EnableNodeCliInspectArguments: true } : {}
  return { ...(Object.fromEntries(positions) as Record<FuseName, boolean>), ...changes }
}

/**
 * Reads the fuses of a packed app and compares them with what they should be.
 * @param program the program, or the bundle on macOS
 * @returns a line for each fuse that differs
 */
export async function wrongFuses(program: string, variant: Variant): Promise<string[]> {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(fusesOf(variant)).flatMap(([name, wanted]) => {
    const state = wire[FuseV1Options[name as FuseName]]
    const isRight = state === (wanted ? FuseState.ENABLE : FuseState.DISABLE)
    const is = state === undefined ? 'missing' : FuseState[state]
    return isRight ? [] : [`${name} should be ${wanted ? 'on' : 'off'}, and is ${is}`]
  })
}
