/**
 * The program of the process that calls keytar on Linux (`linux-keychain.ts`): takes a call in each message and answers it
 * with what came of it. It ends with the process that started it.
 */
import type * as Keytar from 'keytar'
import type { KeytarAnswer } from './keychain-process-start.ts'
import { callKeytar, keychainService, loadKeytar, type KeytarCall } from './keytar-call.ts'

/** Electron's port to the process that started this one; plain Node has `process.send`. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: KeytarCall }) => void): void
  postMessage(answer: KeytarAnswer): void
}
const port = (process as { readonly parentPort?: ParentPort }).parentPort

async function answer(call: KeytarCall): Promise<KeytarAnswer> {
  try {
    const keytar = await loadKeytar()
    if (call[0] === 'findCredentials') await requireUnlocked(keytar)
    return { value: (await callKeytar(keytar, call)) ?? null }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Asks for the keyring's password if it is locked: keytar crashes when it lists locked entries, and only storing one fails
 * with the reason.
 */
async function requireUnlocked(keytar: typeof Keytar): Promise<void> {
  const probe = [`${keychainService}.probe`, 'probe'] as const
  try {
    await keytar.setPassword(...probe, 'probe')
    await keytar.deletePassword(...probe)
  } catch (error) {
    // Without a keyring there are no entries to list.
    if (!(error instanceof Error) || !error.message.includes('Object does not exist')) throw error
  }
}

if (port === undefined) {
  process.on('message', (call: KeytarCall) => void answer(call).then((each) => process.send?.(each)))
  process.on('disconnect', () => process.exit())
} else port.on('message', ({ data }) => void answer(data).then((each) => port.postMessage(each)))
