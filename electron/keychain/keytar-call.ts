import type * as Keytar from 'keytar'

export type KeytarCall =
  | readonly ['getPassword' | 'deletePassword', account: string]
  | readonly ['setPassword', account: string, text: string]
  | readonly ['findCredentials']

export interface KeytarResults {
  readonly getPassword: string | null
  readonly setPassword: undefined
  readonly deletePassword: boolean
  readonly findCredentials: readonly { readonly account: string; readonly password: string }[]
}

/** Service of all entries: the app's id, which never changes. */
export const keychainService = 'app.clavis.desktop'

export async function loadKeytar(): Promise<typeof Keytar> {
  return (await import('keytar')).default
}

/** Makes a call for the entries of Clavis. Its errors have the system's texts, which contain no secrets. */
export async function callKeytar(keytar: typeof Keytar, call: KeytarCall): Promise<KeytarResults[keyof KeytarResults]> {
  switch (call[0]) {
    case 'getPassword':
      return keytar.getPassword(keychainService, call[1])
    case 'setPassword':
      await keytar.setPassword(keychainService, call[1], call[2])
      return undefined
    case 'deletePassword':
      return keytar.deletePassword(keychainService, call[1])
    case 'findCredentials':
      return keytar.findCredentials(keychainService)
  }
}
