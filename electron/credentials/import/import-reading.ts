import { randomUUID, type X509Certificate } from 'node:crypto'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { Secret } from '../../keychain/secret.ts'
import { parseStoredCertificate } from '../../profiles/store/stored-certificate.ts'
import { ImportBudget, maxCertificates, maxReportedParts } from '../formats/import-budget.ts'
import type { FoundKey, ImportContent, ImportedKey, Material } from '../formats/material.ts'
import { readMaterial } from '../formats/read-material.ts'
import type { ImportCalls, SentContent, SentKey, SentPlan } from './import-messages.ts'
import { placeMaterial } from './place-material.ts'

/**
 * Does the worker's part of one import: parses the contents, stores their public parts, and plans where they belong.
 */
export class ImportReading {
  readonly #budget = new ImportBudget()
  readonly #certificates: X509Certificate[] = []
  readonly #keys: FoundKey[] = []
  readonly #ids = new Map<string, string>()

  /** Parses contents and wipes them. The caller owns the private keys. */
  read(contents: readonly SentContent[]): ImportCalls['read']['output'] {
    const keys: ImportedKey[] = []
    const unusable: ImportedPart[] = []
    for (const [index, { name, bytes, isTooLarge, passphrase }] of contents.entries()) {
      const typed = passphrase === undefined ? undefined : Secret.fromBytes(passphrase)
      const content: ImportContent = { name, bytes, isTooLarge, passphrase: typed }
      try {
        const material = readMaterial(content, this.#budget)
        keys.push(...material.keys)
        unusable.push(...this.#take(material, index, name))
      } finally {
        bytes.fill(0)
        passphrase?.fill(0)
        typed?.wipe()
      }
    }
    return { keys: keys.map(sent), unusable: limited(unusable) }
  }

  /** Finds the place of every part that was read. A part's new credential has the same id each time. */
  place({ loose: loosePems, ...placing }: ImportCalls['place']['input']): SentPlan {
    const loose = loosePems.flatMap((pem) => parseStoredCertificate(pem) ?? [])
    const {
      profiles,
      loose: looseAfter,
      ...rest
    } = placeMaterial({
      ...placing,
      certificates: this.#certificates,
      keys: this.#keys,
      loose,
      idFor: (fingerprint) => {
        const id = this.#ids.get(fingerprint) ?? randomUUID()
        this.#ids.set(fingerprint, id)
        return id
      },
    })
    return {
      ...rest,
      changed: profiles.flatMap((stored, index) => (stored === placing.profiles[index] ? [] : [{ index, stored }])),
      loose: looseAfter === loose ? undefined : looseAfter.map(String),
    }
  }

  #take({ certificates, keys, locked, problems }: Material, content: number, name: string): ImportedPart[] {
    const remaining = maxCertificates - this.#certificates.length
    this.#certificates.push(...certificates.slice(0, remaining))
    this.#keys.push(...keys.map(({ pkcs8, ...key }) => key))
    const left =
      certificates.length > remaining
        ? [{ subject: '', reason: `An import can contain at most ${maxCertificates} certificates.` }]
        : []
    return [
      // One passphrase is requested per file, however many of its parts are locked.
      ...locked.slice(0, 1).map((each) => ({ kind: 'needs-passphrase' as const, content, name, ...each })),
      ...[...left, ...problems].map(({ subject, reason }) => ({
        kind: 'refused' as const,
        content,
        name,
        reason: subject === '' ? reason : `${subject}: ${reason}`,
      })),
    ]
  }
}

function sent({ pkcs8, ...key }: ImportedKey): SentKey {
  const secret = pkcs8.bytes()
  // Its own buffer, not a part of Node's common one, so that it can be handed over.
  const bytes = new Uint8Array(secret)
  secret.fill(0)
  pkcs8.wipe()
  return { ...key, pkcs8: bytes }
}

function limited(parts: readonly ImportedPart[]): ImportedPart[] {
  // Locked files wait for the person: they stay, however many other parts are refused.
  const locked = parts.filter(({ kind }) => kind === 'needs-passphrase')
  const refused = parts.filter(({ kind }) => kind === 'refused')
  const remaining = Math.max(0, maxReportedParts - locked.length)
  const reported = new Set([...locked, ...refused.slice(0, remaining)])
  const last = refused.at(-1)
  return [
    ...parts.filter((part) => reported.has(part)),
    ...(refused.length > remaining && last?.kind === 'refused'
      ? [{ ...last, reason: `${refused.length - remaining} more parts can’t be used.` }]
      : []),
  ]
}
