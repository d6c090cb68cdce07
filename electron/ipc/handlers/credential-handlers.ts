import { basename } from 'node:path'
import type { Credential } from '../../../shared/model/credential.ts'
import { ClavisError } from '../../../shared/model/error.ts'
import { inspectCredential } from '../../credentials/inspection/inspect-credential.ts'
import type { ImportedPart } from '../../../shared/model/import.ts'
import type { ImportContent } from '../../credentials/import/material.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { contentOfFile, wipeContent } from '../../credentials/import/import-content.ts'
import { Secret } from '../../keychain/secret.ts'
import { bundleForUpload, writeBundles } from '../../credentials/upload-bundle.ts'
import { requireTypedName, requireTypedNameForChange } from '../../profiles/production-guard.ts'
import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { ChosenFiles } from '../chosen-files.ts'
import type { Desktop } from '../desktop.ts'
import { fileNameFrom } from '../../files/file-name.ts'

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

type CredentialCalls = Extract<keyof CallHandlers, `credentials.${string}`>

/** Handlers of the credential calls. */
export function credentialHandlers(
  { credentials, profiles }: Services,
  { dialogs, clipboard }: Desktop,
  chosenFiles: ChosenFiles,
): Pick<CallHandlers, CredentialCalls> {
  async function find(profileId: string, credentialId: string): Promise<Credential> {
    const credential = (await credentials.list(profileId)).find(({ id }) => id === credentialId)
    if (credential === undefined) throw new ClavisError('credential-not-found', 'This credential is no longer there.')
    return credential
  }

  async function guard(profileId: string, typedName: string | undefined, reason: string): Promise<void> {
    requireTypedName((await profiles.get(profileId)).profile, typedName, reason)
  }

  /** The contents may be private keys: nothing of them stays. */
  async function importAndWipe(
    contents: readonly ImportContent[],
    profileId: string | undefined,
  ): Promise<ImportedPart[]> {
    try {
      return await credentials.importContents(contents, { profileId })
    } finally {
      contents.forEach(wipeContent)
    }
  }

  function requestOf(credential: Credential): { pem: string } {
    if (credential.request === undefined)
      throw new ClavisError('credential-state-wrong', 'This credential has no CSR yet.', { hint: 'Make a CSR first.' })
    return credential.request
  }

  return {
    'credentials.list': ({ profileId }) => credentials.list(profileId),
    'credentials.history': async ({ profileId }) => (await profiles.get(profileId)).history.toReversed(),
    'credentials.inspect': async ({ profileId, credentialId }) =>
      inspectCredential(await profiles.list(), profileId, credentialId, Date.now()),
    'credentials.createKey': ({ profileId, keySize }) => credentials.createKey(profileId, keySize),
    'credentials.createRequest': ({ profileId, credentialId, subject, subjectAlternativeNames }) =>
      credentials.createRequest(profileId, credentialId, subject, subjectAlternativeNames),

    'credentials.saveRequest': async ({ profileId, credentialId }, { windowId }) => {
      const { pem } = requestOf(await find(profileId, credentialId))
      const { profile } = await profiles.get(profileId)
      const path = await dialogs.chooseTarget(windowId, {
        title: 'Save the CSR',
        filters: requestFiles,
        suggestion: `${fileNameFrom(profile.name)}.csr`,
      })
      if (path === undefined) return undefined
      await writeFileAtomically(path, pem)
      await credentials.markRequestExported(profileId, credentialId)
      return { fileName: basename(path) }
    },

    'credentials.copyRequest': async ({ profileId, credentialId }) => {
      await clipboard.copyText(requestOf(await find(profileId, credentialId)).pem)
      await credentials.markRequestExported(profileId, credentialId)
    },

    'credentials.chooseCertificateFiles': async (_input, { windowId }) => {
      const paths = await dialogs.chooseFiles(windowId, {
        title: 'Import certificates and keys',
        filters: importedFiles,
        several: true,
      })
      return paths.length === 0 ? undefined : chosenFiles.keep(windowId, paths)
    },
    'credentials.importChosenFiles': async ({ chosenFilesId, profileId, passphrases }, { windowId }) => {
      const paths = chosenFiles.paths(windowId, chosenFilesId)
      const typed = new Map(passphrases.map(({ content, passphrase }) => [content, Secret.fromText(passphrase)]))
      const contents = await Promise.all(paths.map((path, index) => contentOfFile(path, typed.get(index))))
      return importAndWipe(contents, profileId)
    },
    'credentials.importContents': ({ contents, profileId }) =>
      importAndWipe(
        contents.map(({ name, base64, passphrase }) => ({
          name,
          bytes: Buffer.from(base64, 'base64'),
          passphrase: passphrase === undefined ? undefined : Secret.fromText(passphrase),
        })),
        profileId,
      ),

    'credentials.matchThumbprint': ({ profileId, thumbprint }) => credentials.matchThumbprint(profileId, thumbprint),
    'credentials.confirm': async ({ profileId, credentialId, thumbprint, clientId, typedName }) => {
      const id = clientId?.trim() ?? ''
      requireTypedNameForChange(await profiles.get(profileId), id === '' ? {} : { clientId: id }, typedName)
      return credentials.confirm(profileId, credentialId, thumbprint, clientId)
    },
    'credentials.activate': ({ profileId, credentialId }) => credentials.activate(profileId, credentialId),
    'credentials.retire': async ({ profileId, credentialId, typedName }) => {
      await guard(profileId, typedName, 'A retired credential cannot be brought back into use.')
      return credentials.retire(profileId, credentialId)
    },
    'credentials.destroyKey': async ({ profileId, credentialId, typedName }) => {
      await guard(profileId, typedName, 'Destroying a key cannot be undone.')
      return credentials.destroyKey(profileId, credentialId)
    },
    'credentials.remove': async ({ profileId, credentialId, destroyKey, typedName }) => {
      await guard(profileId, typedName, 'Removing a credential cannot be undone.')
      await credentials.remove(profileId, credentialId, destroyKey)
    },

    'credentials.saveCertificate': async ({ profileId, credentialId, withChain }, { windowId }) => {
      const { certificate } = await find(profileId, credentialId).then((credential) =>
        'certificate' in credential ? credential : { certificate: undefined },
      )
      if (certificate === undefined)
        throw new ClavisError('no-certificate', 'This credential has no certificate yet.', {
          hint: 'Import the signed certificate first.',
        })
      const { profile } = await profiles.get(profileId)
      const path = await dialogs.chooseTarget(windowId, {
        title: 'Save the certificate',
        filters: certificateFiles,
        suggestion: `${fileNameFrom(profile.name)}.pem`,
      })
      if (path === undefined) return undefined
      await writeFileAtomically(path, [certificate.pem, ...(withChain ? certificate.chain : [])].join(''))
      return { fileName: basename(path) }
    },

    'credentials.bundle': async ({ profileId, credentialIds, withChain }, { windowId }) => {
      const chosen = await Promise.all(credentialIds.map((credentialId) => find(profileId, credentialId)))
      const { profile } = await profiles.get(profileId)
      const bundles = bundleForUpload({ profileName: profile.name, credentials: chosen, withChain })
      const folder = await dialogs.chooseFolder(windowId, { title: 'Save certificates for the portal' })
      if (folder === undefined) return undefined
      return { folderName: basename(folder), files: await writeBundles(folder, bundles, { replace: false }) }
    },
  }
}
