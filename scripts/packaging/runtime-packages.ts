import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package whose code is in the installed app. */
export interface RuntimePackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
  /** The license text in the package. */
  readonly licenseText: string
}

/** An entry of the lock file; those of dependencies for development are marked. */
export interface LockedPackage {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: true
  readonly devOptional?: true
  readonly optional?: true
}

/** A locked package and its folder, relative to the project's. */
export interface PlacedPackage extends LockedPackage {
  readonly folder: string
}

const installed = 'node_modules/'

/** Lists the locked packages that are in the app: dependencies that are not for development, and Electron itself. */
export function lockedRuntimePackages(root: string): PlacedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  return Object.entries(lock.packages)
    .filter(([folder, { dev, devOptional, optional }]) => {
      if (folder === `${installed}electron`) return true
      return folder !== '' && dev !== true && devOptional !== true && optional !== true
    })
    .map(([folder, locked]) => ({ ...locked, folder }))
}

/** The name of a package, which an alias (`npm:`) does not change. */
export function nameOf({ name, folder }: PlacedPackage): string {
  return name ?? folder.slice(folder.lastIndexOf(installed) + installed.length)
}

/** Collects the licenses of all packages in the app, for the dialog about it. */
export function runtimePackages(root: string): RuntimePackage[] {
  return lockedRuntimePackages(root)
    .map((locked) => ({
      name: nameOf(locked),
      version: locked.version ?? '',
      license: locked.license ?? '',
      licenseText: licenseText(join(root, locked.folder)),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

function licenseText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)(?:[.-]|$)/iu.test(name))
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
}
