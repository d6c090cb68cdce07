import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { createKeyPair } from '../credentials/key-pair.ts'
import { stateFile } from '../practice/state/practice-state.ts'

/** Each key is returned once per test file. */
const left = [...inject('preparedKeys')]

/** Returns a prepared key, or creates one if there are none left or another size is requested. */
export const preparedKeyPair: typeof createKeyPair = (keySize) => {
  const pem = keySize === 2048 ? left.pop() : undefined
  if (pem === undefined) return createKeyPair(keySize)
  const privateKey = createPrivateKey(pem)
  return Promise.resolve({ privateKey, publicKey: createPublicKey(privateKey) })
}

/** Prepares a folder for a practice service with authority and keys. Returns the folder. */
export async function preparedPracticeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(stateFile(folder), inject('preparedPractice'))
  return folder
}
