import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { expect, inject } from 'vitest'
import { createKeyPair } from '../credentials/key-pair.ts'
import { stateFile } from '../practice/state/practice-state.ts'

let testFile: string | undefined
let unused: string[] = []

/** Returns a prepared key that the test file has not had yet, or creates one if all are used or it has another size. */
export const preparedKeyPair: typeof createKeyPair = (keySize) => {
  const { testPath } = expect.getState()
  if (testPath !== testFile) [testFile, unused] = [testPath, [...inject('preparedKeys')]]
  const pem = keySize === 2048 ? unused.pop() : undefined
  if (pem === undefined) return createKeyPair(keySize)
  const privateKey = createPrivateKey(pem)
  return Promise.resolve({ privateKey, publicKey: createPublicKey(privateKey) })
}

let given = 0

/** Returns a prepared key of someone else as PKCS#8 PEM; any 32 in a row are different. */
export function othersKey(): string {
  const keys = inject('othersKeys')
  given += 1
  return keys[given % keys.length] ?? ''
}

/** Gives a practice service that is to be started in a folder its authority and keys, and returns the folder. */
export async function preparedPracticeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(stateFile(folder), inject('preparedPractice'))
  return folder
}
