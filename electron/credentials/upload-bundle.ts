import { join } from 'node:path'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Certificate, Credential } from '#shared/credentials/credential.ts'
import { certificatesPerUpload, type UploadFile } from '#shared/credentials/portal-upload.ts'
import { ClavisError } from '#shared/errors.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { readTextIfPresent } from '../files/read-chosen-file.ts'
import { fileNameFrom } from '../files/separate-files.ts'

/** A file for the portal with its content. */
export interface UploadBundle extends UploadFile {
  /** Public certificates, PEM, one after the other. */
  readonly pem: string
}

interface Choice {
  readonly profileName: string
  readonly credentials: readonly Credential[]
  /** Whether each certificate is followed by its chain, which counts too. */
  readonly withChain: boolean
}

/**
 * Bundles public certificates in files of up to five, as the portal accepts them in one upload (service document,
 * section 8): the active one first, then the newest. A certificate and its chain stay together, and no file has
 * duplicates.
 * @throws `no-certificate`, `input-invalid` if a certificate with its chain exceeds an upload
 */
export function bundleForUpload({ profileName, credentials, withChain }: Choice): UploadBundle[] {
  const certificates = inOrder(credentials)
  const files: { pems: string[]; subjects: string[] }[] = []
  for (const { pem, chain, subject } of certificates) {
    const wanted = [...new Set([pem, ...(withChain ? chain : [])].map((each) => each.trim()))]
    if (wanted.length > certificatesPerUpload)
      throw new ClavisError(
        'input-invalid',
        `${subject} and its chain are ${wanted.length} certificates; an upload can contain at most ${certificatesPerUpload}.`,
        { hint: 'Leave out the chains: the portal needs only the certificates.' },
      )
    const file = files.at(-1)
    const added = wanted.filter((each) => file?.pems.includes(each) !== true)
    if (file !== undefined && file.pems.length + added.length <= certificatesPerUpload) {
      file.pems.push(...added)
      file.subjects.push(subject)
    } else files.push({ pems: wanted, subjects: [subject] })
  }
  return files.map(({ pems, subjects }, index) => ({
    fileName: `${fileNameFrom(profileName)}-upload-${index + 1}-of-${files.length}.pem`,
    certificates: pems.length,
    subjects,
    pem: pems.map((each) => `${each}\n`).join(''),
  }))
}

/**
 * Writes the files to a folder. Writes nothing if a file with other content exists.
 * @param options `replace`: overwrites existing files
 * @throws `input-invalid`, `disk-…`
 */
export async function writeBundles(
  folder: string,
  bundles: readonly UploadBundle[],
  { replace }: { readonly replace: boolean },
): Promise<UploadFile[]> {
  for (const { fileName, pem } of replace ? [] : bundles) {
    const there = await readTextIfPresent(join(folder, fileName))
    if (there !== undefined && there !== pem)
      throw new ClavisError('input-invalid', `This folder already contains another ${fileName}.`, {
        hint: 'Nothing was saved. Choose another folder, or move the old files away.',
      })
  }
  for (const { fileName, pem } of bundles) await writeFileAtomically(join(folder, fileName), pem)
  return bundles.map(({ fileName, certificates, subjects }) => ({ fileName, certificates, subjects }))
}

function inOrder(credentials: readonly Credential[]): Certificate[] {
  const chosen = credentials.flatMap((credential) => {
    const certificate = certificateOf(credential)
    return certificate === undefined ? [] : [{ isActive: credential.state === 'active', certificate }]
  })
  if (chosen.length === 0 || chosen.length < credentials.length)
    throw new ClavisError('no-certificate', 'There is no certificate to upload yet.', {
      hint: 'Import the signed certificates first.',
    })
  return chosen
    .sort(
      (one, other) =>
        Number(other.isActive) - Number(one.isActive) ||
        Date.parse(other.certificate.notBefore) - Date.parse(one.certificate.notBefore),
    )
    .map(({ certificate }) => certificate)
}
