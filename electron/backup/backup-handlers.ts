import { basename } from 'node:path'
import { saveFile } from '../files/file-dialogs.ts'
import { readChosenFile } from '../files/read-chosen-file.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'
import { Secret } from '../keychain/secret.ts'
import { maxBackupBytes } from './backup-file.ts'

const backupFiles = [{ name: 'Clavis backup', extensions: ['clavis-backup'] }]

export function backupHandlers({ services: { backup }, openedBackups }: HandlerContext): HandlersOf<'backup'> {
  return {
    'backup.state': () => backup.state(),

    'backup.judgePassphrase': ({ passphrase }) => backup.judgePassphrase(passphrase),

    'backup.suggestPassphrase': () => backup.suggestPassphrase(),

    'backup.create': ({ profileIds, passphrase, leaveOutMissing }, { confirm, files }) =>
      Secret.fromText(passphrase).whileUsed(async (secret) => {
        // Reports missing keys before it asks for a file.
        const { file, summary, keyIds } = await backup.create(profileIds, secret, { leaveOutMissing }, confirm)
        const suggestion = `clavis-${new Date().toISOString().slice(0, 10)}.clavis-backup`
        const question = { title: 'Save backup', filters: backupFiles, suggestion }
        const saved = await saveFile(files, question, file)
        if (saved === undefined) return undefined
        const note = await backup.noteSaved(keyIds)
        return { ...summary, ...saved, ...(note === undefined ? {} : { note }) }
      }),

    'backup.openFile': async (_input, { id, files }) => {
      const [path] = await files.chooseFiles({
        title: 'Restore backup',
        filters: backupFiles,
        several: false,
      })
      if (path === undefined) return undefined
      const file = await readChosenFile(path, maxBackupBytes)
      backup.requireBackup(file)
      return { backupId: openedBackups.keep(id, file), fileName: basename(path) }
    },

    'backup.preview': ({ backupId, passphrase }, { id }) =>
      Secret.fromText(passphrase).whileUsed((secret) => backup.preview(openedBackups.get(id, backupId), secret)),

    'backup.restore': ({ backupId, passphrase, choices, withNetwork }, { id, confirm }) =>
      Secret.fromText(passphrase).whileUsed((secret) => {
        const file = openedBackups.get(id, backupId)
        return backup.restore(file, secret, choices, confirm, withNetwork ? confirm : undefined)
      }),
  }
}
