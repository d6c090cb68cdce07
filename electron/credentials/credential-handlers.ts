import { basename } from 'node:path'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { saveFile } from '../files/file-dialogs.ts'
import { fileNameFrom, type NamedContent, writeSeparateFiles } from '../files/separate-files.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'
import { Secret } from '../keychain/secret.ts'
import type { ImportContent } from './formats/material.ts'
import { contentsOfFiles, wipeContent } from './import/import-content.ts'
import type { ImportTarget } from './import/material-import.ts'
import { inspectCredential } from './inspection/inspect-credential.ts'
import { removeProfile } from './profile-removal.ts'
import { certificatePem } from './stored-credentials.ts'
import { bundleForUpload, writeBundles } from './upload-bundle.ts'

const requestFiles = [{ name: 'Certificate signing request', extensions: ['csr', 'pem'] }]
const certificateFiles = [{ name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der', 'txt'] }]
const importedFiles = [
  {
    name: 'Certificates and keys',
    extensions: [
      ...['pem', 'crt', 'cer', 'der', 'txt', 'p7b', 'p7c', 'p7s', 'spc'],
      ...['p12', 'pfx', 'key', 'p8', 'pk8', 'jwk', 'jwks', 'json'],
    ],
  },
  { name: 'All files', extensions: ['*'] },
]

export function credentialHandlers({
  services: { credentials, expiry, profiles, replacements, settings },
  desktop: { clipboard },
  chosenFiles,
  jobs,
}: HandlerContext): HandlersOf<'credentials'> & Pick<HandlersOf<'profiles'>, 'profiles.remove'> {
  /** Imports contents, which may be private keys, and wipes them from memory. */
  async function importAndWipe(
    callerId: number,
    contents: readonly ImportContent[],
    { jobId, ...target }: Omit<ImportTarget, 'isThereOnly'> & { readonly jobId?: string | undefined },
  ): Promise<ImportedPart[]> {
    const take = (signal?: AbortSignal): Promise<ImportedPart[]> => credentials.imports.import(contents, target, signal)
    try {
      return await (jobId === undefined ? take() : jobs.run(callerId, jobId, ({ signal }) => take(signal)))
    } finally {
      contents.forEach(wipeContent)
    }
  }

  return {
    'profiles.remove': ({ profileId, destroySecrets }, { confirm }) =>
      removeProfile({ profiles, credentials }, profileId, { destroySecrets }, confirm),

    'credentials.list': ({ profileId }) => credentials.list(profileId),
    'credentials.history': async ({ profileId }) => (await profiles.get(profileId)).history.toReversed(),
    'credentials.inspect': async ({ profileId, credentialId }) =>
      inspectCredential(
        await profiles.list(),
        profileId,
        credentialId,
        await expiry.thresholdsOf(profileId),
        Date.now(),
        await settings.timeZone(),
      ),
    'credentials.createKey': ({ profileId, keySize }) => credentials.createKey(profileId, keySize),
    'credentials.suggestRequest': ({ profileId, credentialId }) => credentials.suggestRequest(profileId, credentialId),
    'credentials.createRequest': ({ profileId, credentialId, subject, subjectAlternativeNames }, { confirm }) =>
      credentials.createRequest(profileId, credentialId, subject, subjectAlternativeNames, confirm),

    'credentials.saveRequest': async ({ profileId, credentialId }, { files }) => {
      const { profile } = await profiles.get(profileId)
      const question = { title: 'Save CSR', filters: requestFiles, suggestion: `${fileNameFrom(profile.name)}.csr` }
      return credentials.exportRequest(profileId, credentialId, (pem) => saveFile(files, question, pem))
    },
    'credentials.copyRequest': async ({ profileId, credentialId }) => {
      await credentials.exportRequest(profileId, credentialId, async (pem) => {
        await clipboard.copyText(pem)
        return {}
      })
    },

    'credentials.chooseCertificateFiles': async (_input, { id, files }) => {
      const paths = await files.chooseFiles({
        title: 'Import certificates and keys',
        filters: importedFiles,
        several: true,
      })
      if (paths.length === 0) return undefined
      return { chosenFilesId: chosenFiles.keep(id, paths), fileNames: paths.map((path) => basename(path)) }
    },
    'credentials.importChosenFiles': async ({ chosenFilesId, passphrases, ...options }, { id }) => {
      const paths = chosenFiles.get(id, chosenFilesId)
      const typed = new Map(passphrases.map(({ content, passphrase }) => [content, Secret.fromText(passphrase)]))
      return importAndWipe(id, await contentsOfFiles(paths, typed), options)
    },
    'credentials.importContents': ({ contents, ...options }, { id }) =>
      importAndWipe(
        id,
        contents.map(({ name, base64, passphrase }) => ({
          name,
          bytes: Buffer.from(base64, 'base64'),
          passphrase: passphrase === undefined ? undefined : Secret.fromText(passphrase),
        })),
        options,
      ),

    'credentials.matchThumbprint': ({ profileId, thumbprint }) => credentials.thumbprints.match(profileId, thumbprint),
    'credentials.confirm': ({ profileId, credentialId, thumbprint, clientId }, { confirm }) =>
      credentials.thumbprints.confirm(profileId, credentialId, thumbprint, clientId, confirm),
    'credentials.activate': ({ profileId, credentialId }, { confirm }) =>
      credentials.activate(profileId, credentialId, confirm),
    'credentials.retire': ({ profileId, credentialId }, { confirm }) =>
      credentials.retire(profileId, credentialId, confirm),
    'credentials.destroyKey': ({ profileId, credentialId }, { confirm }) =>
      credentials.destroyKey(profileId, credentialId, confirm),
    'credentials.remove': ({ profileId, credentialId, destroyKey }, { confirm }) =>
      credentials.remove(profileId, credentialId, destroyKey, confirm),

    'credentials.saveCertificate': async ({ profileId, credentialId, withChain }, { files }) => {
      const pem = certificatePem(await credentials.get(profileId, credentialId), withChain)
      const { profile } = await profiles.get(profileId)
      const suggestion = `${fileNameFrom(profile.name)}.pem`
      const saved = await saveFile(files, { title: 'Save certificate', filters: certificateFiles, suggestion }, pem)
      if (saved !== undefined) await replacements.noteCertificateSaved(profileId, credentialId)
      return saved
    },

    'credentials.saveCertificates': async ({ credentials: chosen }, { files }) => {
      const pems: NamedContent[] = []
      for (const { profileId, credentialId } of chosen)
        pems.push({
          name: (await profiles.get(profileId)).profile.name,
          content: certificatePem(await credentials.get(profileId, credentialId), false),
        })
      const folder = await files.chooseFolder({ title: 'Save the certificates' })
      if (folder === undefined) return undefined
      const fileNames = await writeSeparateFiles(folder, pems, 'pem')
      for (const { profileId, credentialId } of chosen) await replacements.noteCertificateSaved(profileId, credentialId)
      return { folderName: basename(folder), fileNames }
    },

    'credentials.bundle': async ({ profileId, credentialIds, withChain }, { files }) => {
      const chosen = await Promise.all(credentialIds.map((credentialId) => credentials.get(profileId, credentialId)))
      const { profile } = await profiles.get(profileId)
      const bundles = bundleForUpload({ profileName: profile.name, credentials: chosen, withChain })
      const folder = await files.chooseFolder({ title: 'Export certificates for portal' })
      if (folder === undefined) return undefined
      const written = await writeBundles(folder, bundles, { replace: false })
      for (const credentialId of credentialIds) await replacements.noteCertificateSaved(profileId, credentialId)
      return { folderName: basename(folder), files: written }
    },
  }
}

/** Creates the handlers of calls that find and restore orphaned keys in the keychain. */
export function recoveryHandlers({ services: { recovery } }: HandlerContext): HandlersOf<'recovery'> {
  return {
    'recovery.list': () => recovery.list(),
    'recovery.leftBehind': () => recovery.leftBehind(),
    'recovery.attach': ({ keyId, profileId }, { confirm }) => recovery.attach(keyId, profileId, confirm),
    'recovery.delete': ({ keyId }, { confirm }) => recovery.delete(keyId, confirm),
  }
}
