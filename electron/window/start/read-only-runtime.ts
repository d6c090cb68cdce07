import type { ProductionAccess } from '#shared/profiles/production-access.ts'

/**
 * Returns whether this runtime may use Production profiles: Electron, or the Chromium host if the person chose it. On the
 * host the page itself draws main's questions, there are no fuses and, as root, no sandbox.
 * @param v8 V8's version. Electron's build ends it in `-electron.N`: the host, which imitates Electron's other versions,
 *   runs in plain Node. Any other ending counts as the host
 * @param chosen `CLAVIS_RUNTIME`, which Clavis itself never sets
 */
export function runtimeProductionAccess(v8: string, chosen: string | undefined): ProductionAccess {
  return /-electron\.\d+$/u.test(v8) || chosen === 'chromium' ? 'full' : 'read-only'
}
