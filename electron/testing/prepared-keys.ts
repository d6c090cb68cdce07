import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { createKeyPair } from '../credentials/key-pair.ts'
import { stateFile } from '../practice/state/practice-state.ts'

/** No key is answered twice in a test file. */
const left = [...inject('preparedKeys')]

/** Answers a prepared key, or creates one when they are used up or it has another size. */
export const preparedKeyPair: typeof createKeyPair = (keySize) => {
  const pem = keySize === 2048 ? left.pop() : undefined
  if (pem === undefined) return createKeyPair(keySize)
  const privateKey = createPrivateKey(pem)
  return Promise.resolve({ privateKey, publicKey: createPublicKey(privateKey) })
}

/** Gives a practice service that is to be started in a folder its authority and keys. Answers the folder. */
export async function preparedPracticeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(stateFile(folder), inject('preparedPractice'))
  return folder
}
