import { randomUUID } from 'node:crypto'
import { runIsolatedWorld, type IsolatedWorldFacts } from './isolated-world.ts'
import { runMainWorld } from './main-world.ts'
import { decodeWire, encodeWire } from './wire-format.ts'
import { createWorldBridge } from './world-bridge.ts'

/** The scripts that run first in a new document, and the secret names that they share with the host. */
export interface PageScripts extends IsolatedWorldFacts {
  readonly mainWorld: string
  readonly isolatedWorld: string
}

/** @param preload source of the built preload, CommonJS */
export function createPageScripts(preload: string): PageScripts {
  const facts: IsolatedWorldFacts = {
    binding: `host_${randomUUID().replaceAll('-', '')}`,
    receiver: `host_${randomUUID().replaceAll('-', '')}`,
    handshake: `host-${randomUUID()}`,
  }
  const bridge = `createWorldBridge: ${String(createWorldBridge)}`
  return {
    ...facts,
    mainWorld: `(${String(runMainWorld)})(${JSON.stringify(facts.handshake)}, { ${bridge} })`,
    isolatedWorld: `(${String(runIsolatedWorld)})(${JSON.stringify(facts)}, {
      encodeWire: ${String(encodeWire)},
      decodeWire: ${String(decodeWire)},
      ${bridge},
      preload: function (require, module, exports) {${preload}
      },
    })`,
  }
}
