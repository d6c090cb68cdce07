/** A package in the app, with its license. */
export interface RuntimePackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly licenseText: string
}

// Vite replaces these names when it builds the page.
declare const CLAVIS_HOMEPAGE: string | undefined
declare const CLAVIS_RUNTIME_PACKAGES: readonly RuntimePackage[]

/** Where Clavis is published, if that was known when it was built. */
export const homepage = CLAVIS_HOMEPAGE
/** Every package in the app, by name. */
export const runtimePackageList = CLAVIS_RUNTIME_PACKAGES
