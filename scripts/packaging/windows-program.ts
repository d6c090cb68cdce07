import { readFileSync, writeFileSync } from 'node:fs'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'
import packageFile from '../../package.json' with { type: 'json' }

/** US English and Unicode, as in Node's own version information. */
const language = { lang: 1033, codepage: 1200 } as const

/**
 * Removes the signature of a Windows program. What is added behind a signature moves it into a section, and signing tools
 * refuse such a file.
 */
export function removeSignature(program: string): void {
  const executable = NtExecutable.from(readFileSync(program), { ignoreCert: true })
  // Leaves the signature out, and computes the checksum.
  writeFileSync(program, Buffer.from(executable.generate()))
}

/**
 * Gives Node's Windows program Clavis's icon and name, which Windows shows.
 * @param program without a signature
 * @param icon an `.ico` file
 */
export function brandProgram(program: string, icon: string): void {
  const { version, productName } = packageFile
  const executable = NtExecutable.from(readFileSync(program))
  const resources = NtExecutableResource.from(executable)
  const icons = Data.IconFile.from(readFileSync(icon)).icons.map(({ data }) => data)
  for (const { id, lang } of Resource.IconGroupEntry.fromEntries(resources.entries))
    Resource.IconGroupEntry.replaceIconsForResource(resources.entries, id, lang, icons)
  for (const info of Resource.VersionInfo.fromEntries(resources.entries)) {
    info.setFileVersion(version)
    info.setProductVersion(version)
    info.setStringValues(language, {
      ProductName: productName,
      FileDescription: `${productName} command line`,
      CompanyName: productName,
      InternalName: 'clavis',
      OriginalFilename: 'clavis.exe',
      // Node's notices are among those that Clavis shows.
      LegalCopyright: 'See the licenses in About Clavis',
    })
    info.outputToResourceEntries(resources.entries)
  }
  resources.outputResource(executable)
  writeFileSync(program, Buffer.from(executable.generate()))
}
