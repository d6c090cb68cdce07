import { X509Certificate } from 'node:crypto'
import { getCACertificates, rootCertificates } from 'node:tls'
import { expect, test } from 'vitest'
import { standardLimits } from '../time-limits.ts'
import { Connections } from './connections.ts'
import { commonAuthorities, readSystemAuthorities } from './system-authorities.ts'

const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint256

test('System authorities: are read in a worker as Node reads them, and trusted beside Mozilla’s', async () => {
  const system = getCACertificates('system')
  expect(await readSystemAuthorities()).toEqual(system)
  const common = (await commonAuthorities(false)).map(fingerprint)
  expect(new Set(common)).toEqual(new Set([...rootCertificates, ...system].map(fingerprint)))
  expect(common).toHaveLength(new Set(common).size)
})

test('System authorities: are left out where what Node takes for them came from outside', async () => {
  expect(await commonAuthorities(true)).toEqual(rootCertificates)
})

test('Connections: read the authorities once, whether ahead of the first connection or with it', async () => {
  const connections = new Connections(standardLimits)
  expect(connections.authorities()).toBe(connections.authorities())
  expect(await connections.authorities()).not.toEqual([])
  await connections.close()
})
