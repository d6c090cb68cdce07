import { once } from 'node:events'
import { rootCertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/** What the worker does; of JavaScript, because it is not a file of its own. */
const reading = `require('node:worker_threads').parentPort.postMessage(require('node:tls').getCACertificates('system'))`

/**
 * Reads the authorities that the system trusts, PEM. In a worker: on a managed Mac it takes 5 to 48 s (nodejs/node#63313),
 * in which the window would not respond.
 */
export async function readSystemAuthorities(): Promise<readonly string[]> {
  const worker = new Worker(reading, { eval: true, name: 'system authorities' })
  const [authorities] = z.tuple([z.array(z.string())]).parse(await once(worker, 'message'))
  return authorities
}

/**
 * Reads the authorities that every profile trusts, PEM: Mozilla's and the system's.
 * @param isSystemStoreReplaced leaves out the system's: what Node takes for them came from outside
 */
export async function commonAuthorities(isSystemStoreReplaced: boolean): Promise<readonly string[]> {
  if (isSystemStoreReplaced) return rootCertificates
  const all = [...(await readSystemAuthorities()), ...rootCertificates]
  // Most are in both, in lines of different lengths. Each duplicate slows every new set of connections.
  return [...new Map(all.map((pem) => [pem.replaceAll(/\s/gu, ''), pem])).values()]
}
