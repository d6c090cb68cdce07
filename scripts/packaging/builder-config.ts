import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import type { AfterPackContext, Configuration, WindowsConfiguration } from 'electron-builder'
import { Arch } from 'electron-builder'
import packageFile from '../../package.json' with { type: 'json' }
import { commandLineFolder } from './command-line.ts'
import { fusesOf, type Variant } from './fuses.ts'
import { homepage } from './homepage.ts'

const run = promisify(execFile)

/** From the project's folder. */
const folder = 'scripts/packaging'

/** Where packages are written, by variant. */
export const outputFolders: Readonly<Record<Variant, string>> = { release: 'dist', e2e: 'dist/e2e' }

/** The Linux program; `clavis` is the command line. */
export const linuxProgram = 'clavis-app'

/**
 * Returns electron-builder's configuration. What people install is the release; the e2e variant is the same build with another
 * name, so that main lets a test drive it and its data stays apart.
 * @param env signing and the release's address, see `docs/packaging.md`
 * @param commandLines folder of the packed command line
 */
export function builderConfig(
  variant: Variant,
  env: Readonly<Record<string, string | undefined>>,
  commandLines: string = commandLineFolder('${platform}', '${arch}'),
): Configuration {
  const isE2e = variant === 'e2e'
  const productName = isE2e ? 'Clavis E2E' : packageFile.productName
  // An app without a certificate is signed ad hoc, and the hardened runtime would refuse its own libraries.
  const isSignedForMac = [env['CSC_LINK'], env['CSC_NAME']].some((value) => value !== undefined && value !== '')
  return {
    appId: isE2e ? 'app.clavis.desktop.e2e' : 'app.clavis.desktop',
    productName,
    copyright: 'See the licenses in About Clavis',
    extraMetadata: {
      productName,
      desktopName: `${linuxProgram}.desktop`,
      homepage: homepage(env) ?? 'https://clavis.example',
    },
    electronVersion: packageFile.devDependencies.electron,
    directories: { output: outputFolders[variant], buildResources: folder },
    // Dependencies are bundled into out/ by Vite; the native module is named below. False: electron-builder adds no others.
    beforeBuild: () => Promise.resolve(false),
    files: ['out/**', '!out/.built', '!out/main/clavis.js', '!**/*.map', 'package.json'],
    asar: true,
    // Node itself, which `command-line.ts` builds: Electron has no standard input on Windows and cuts piped output.
    ...(isE2e ? {} : { extraResources: [{ from: commandLines, to: 'cli' }] }),
    // The system loads a native module only from a file of its own.
    asarUnpack: ['**/*.node'],
    afterPack: async (context) => {
      if (!isHalfOfUniversal(context)) await setFuses(context, variant)
    },
    publish: null,
    // Its runtime needs no libfuse2, which Ubuntu has not installed since 22.04.
    toolsets: { appimage: '1.0.3' },
    forceCodeSigning: env['CLAVIS_REQUIRE_SIGNING'] === 'true',
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    linux: {
      target: isE2e ? 'dir' : ['AppImage', 'deb'],
      executableName: linuxProgram,
      syncDesktopName: true,
      icon: `${folder}/icons/linux`,
      category: 'Utility',
      synopsis: packageFile.description,
      maintainer: env['CLAVIS_MAINTAINER'] ?? 'Clavis <clavis@clavis.example>',
      desktop: { entry: { StartupWMClass: productName } },
      files: [nativeModule('linux-${arch}')],
    },
    deb: {
      // The command line is a file of the package, so that dpkg knows and removes it.
      fpm: [`${folder}/command/clavis-deb.sh=/usr/bin/clavis`],
    },
    mac: {
      target: isE2e ? 'dir' : ['dmg', 'zip'].map((target) => ({ target, arch: 'universal' as const })),
      icon: `${folder}/icons/clavis.icns`,
      category: 'public.app-category.business',
      minimumSystemVersion: '13.0',
      hardenedRuntime: isSignedForMac,
      entitlements: `${folder}/entitlements.mac.plist`,
      entitlementsInherit: `${folder}/entitlements.mac.plist`,
      files: [nativeModule('darwin-*')],
      // Both halves of the universal app have the module for both processors.
      x64ArchFiles: '**/prebuilds/darwin-*/keytar.node',
    },
    win: {
      target: isE2e ? 'dir' : 'nsis',
      icon: `${folder}/icons/clavis.ico`,
      ...azureSigning(env),
      files: [nativeModule('win32-${arch}')],
    },
    nsis: { oneClick: false, perMachine: false, deleteAppDataOnUninstall: false, differentialPackage: false },
  }
}

/** The PowerShell module that signs, which `release.yml` installs in this version: electron-builder would take the newest. */
export const signingModule = { name: 'TrustedSigning', version: '0.5.0' } as const

/**
 * Returns how Windows programs are signed: with Azure's Trusted Signing, whose keys never leave it. No authority issues
 * code signing keys that can be exported. The module reads the login from `AZURE_…` variables.
 */
function azureSigning(
  env: Readonly<Record<string, string | undefined>>,
): Pick<WindowsConfiguration, 'signtoolOptions'> {
  const places = [env['CLAVIS_AZURE_ENDPOINT'], env['CLAVIS_AZURE_ACCOUNT'], env['CLAVIS_AZURE_PROFILE']]
  if (places.some((place) => place === undefined || place === '')) return {}
  const script = [
    '$ErrorActionPreference = "Stop"',
    `Import-Module ${signingModule.name} -RequiredVersion ${signingModule.version}`,
    [
      'Invoke-TrustedSigning -Endpoint $env:CLAVIS_AZURE_ENDPOINT -CodeSigningAccountName $env:CLAVIS_AZURE_ACCOUNT',
      '-CertificateProfileName $env:CLAVIS_AZURE_PROFILE -Files $env:CLAVIS_FILE_TO_SIGN -FileDigest SHA256',
      '-TimestampRfc3161 http://timestamp.acs.microsoft.com -TimestampDigest SHA256',
    ].join(' '),
  ].join('; ')
  return {
    signtoolOptions: {
      signingHashAlgorithms: ['sha256'],
      sign: async ({ path }) => {
        await run('pwsh', ['-NoProfile', '-NonInteractive', '-Command', script], {
          env: { ...env, CLAVIS_FILE_TO_SIGN: path },
        })
      },
    },
  }
}

/**
 * Returns whether an app is one of the two that become a universal one. Their fuses stay as they are: both halves would be
 * signed, and the tool that joins them compares their files.
 */
export function isHalfOfUniversal({ appOutDir }: Pick<AfterPackContext, 'appOutDir'>): boolean {
  return /-(?:x64|arm64)-temp$/u.test(appOutDir)
}

/** Packs keytar for one platform. On Linux it needs libsecret, which electron-builder makes a dependency of the deb. */
function nativeModule(platform: string): { from: string; to: string; filter: string[] } {
  return {
    from: 'node_modules/keytar',
    to: 'node_modules/keytar',
    filter: ['package.json', 'LICENSE.md', 'lib/keytar.js', `prebuilds/${platform}/keytar.node`],
  }
}

/** The program or bundle of a packed app. */
export function packedProgram({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const name = packager.appInfo.productFilename
  if (electronPlatformName === 'darwin') return join(appOutDir, `${name}.app`)
  return join(appOutDir, electronPlatformName === 'win32' ? `${name}.exe` : linuxProgram)
}

/** Sets every fuse, before the app is signed. Fails if Electron has a fuse that is not decided in `fuses.ts`. */
async function setFuses(context: AfterPackContext, variant: Variant): Promise<void> {
  const isMac = context.electronPlatformName === 'darwin'
  const fuses = fusesOf(variant)
  await flipFuses(packedProgram(context), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Apple silicon starts no program whose signature is broken, not even an unsigned build.
    resetAdHocDarwinSignature: isMac && process.platform === 'darwin' && context.arch !== Arch.x64,
    [FuseV1Options.RunAsNode]: fuses.RunAsNode,
    [FuseV1Options.EnableCookieEncryption]: fuses.EnableCookieEncryption,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: fuses.EnableNodeOptionsEnvironmentVariable,
    [FuseV1Options.EnableNodeCliInspectArguments]: fuses.EnableNodeCliInspectArguments,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: fuses.EnableEmbeddedAsarIntegrityValidation,
    [FuseV1Options.OnlyLoadAppFromAsar]: fuses.OnlyLoadAppFromAsar,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: fuses.LoadBrowserProcessSpecificV8Snapshot,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: fuses.GrantFileProtocolExtraPrivileges,
    [FuseV1Options.WasmTrapHandlers]: fuses.WasmTrapHandlers,
  })
}
