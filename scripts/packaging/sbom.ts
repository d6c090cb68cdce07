// `node scripts/packaging/sbom.ts FILE`: writes the software bill of materials of the app, CycloneDX 1.5 in JSON. `npm sbom`
// leaves out packages that are also used for development (react, zod, jose).
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { lockedRuntimePackages, nameOf, type PlacedPackage } from './runtime-packages.ts'

const root = resolve(import.meta.dirname, '../..')

/** A package URL (https://github.com/package-url/purl-spec). */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function component(locked: PlacedPackage): object {
  const { version = '', license = '', integrity } = locked
  const name = nameOf(locked)
  const [algorithm, digest] = integrity?.split('-', 2) ?? []
  return {
    type: name === 'electron' ? 'framework' : 'library',
    'bom-ref': packageUrl(name, version),
    name,
    version,
    purl: packageUrl(name, version),
    // An expression may only stand alone, and an id only for one license.
    licenses: license.includes(' ') ? [{ expression: license }] : [{ license: { id: license } }],
    ...(algorithm === 'sha512' &&
      digest !== undefined && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
  }
}

/** Returns the bill of materials. */
export function billOfMaterials(now: Date): object {
  const { name, version, description } = packageFile
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', 'bom-ref': packageUrl(name, version), name, version, description },
    },
    components: lockedRuntimePackages(root).map(component),
  }
}

const [, script = '', target] = process.argv
if (import.meta.filename === resolve(script)) {
  if (target === undefined) throw new Error('Name the file to write.')
  writeFileSync(target, `${JSON.stringify(billOfMaterials(new Date()), undefined, 2)}\n`)
}
