import {
  createCipheriv,
  createDecipheriv,
  createDiffieHellman,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { BusCallError } from '../dbus/session-bus.ts'
import type { Variant, WireValue } from '../dbus/wire-format.ts'
import { formatPublicKey, readPublicKey } from './dh-public-key.ts'

/** The prime of RFC 2409, section 6.2 (Second Oakley Group), which the Secret Service API prescribes; its generator is 2. */
const oakleyPrime = Buffer.from(
  'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74' +
    '020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f1437' +
    '4fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed' +
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff',
  'hex',
)

const keyLength = 16
const blockLength = 16

/** Opens a session: the Secret Service, or a test's. */
export interface SessionOpener {
  openSession(algorithm: string, input: Variant): Promise<{ path: string; output: WireValue | undefined }>
}

declare module 'node:crypto' {
  // Missing in the types of Node 24.
  function generateKeyPairSync(
    type: 'dh',
    options: { readonly group: string },
  ): {
    publicKey: KeyObject
    privateKey: KeyObject
  }
}

/** One side of a Diffie-Hellman key exchange. */
interface Exchange {
  readonly publicKey: Buffer
  readonly computeSecret: (theirs: Buffer) => Buffer
}

/** Clavis's side of the key exchange, created when it is first needed. */
export class KeyExchange {
  readonly #start: () => Exchange
  #exchange: Exchange | undefined

  /** @param start another way to start the exchange, for tests */
  constructor(start: () => Exchange = () => namedGroupExchange() ?? primeExchange()) {
    this.#start = start
  }

  publicKey(): Buffer {
    return this.#get().publicKey
  }

  /** Derives the shared key (Secret Service API, “Negotiation of a Session Algorithm”). */
  deriveKey(theirs: Buffer): Buffer {
    const shared = padded(this.#get().computeSecret(theirs), oakleyPrime.length)
    const key = Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), Buffer.alloc(0), keyLength))
    shared.fill(0)
    return key
  }

  #get(): Exchange {
    this.#exchange ??= this.#start()
    return this.#exchange
  }
}

/**
 * Starts an exchange in the Oakley group by its name, whose prime OpenSSL does not check again: that takes a tenth of the time
 * of a short command.
 * @returns undefined with BoringSSL, in Electron, which does not know the group
 */
function namedGroupExchange(): Exchange | undefined {
  try {
    const { privateKey, publicKey } = generateKeyPairSync('dh', { group: 'modp2' })
    return {
      publicKey: readPublicKey(oakleyPrime, publicKey.export({ type: 'spki', format: 'der' })),
      computeSecret: (theirs) => {
        const key = formatPublicKey(oakleyPrime, theirs)
        return diffieHellman({ privateKey, publicKey: createPublicKey({ key, type: 'spki', format: 'der' }) })
      },
    }
  } catch {
    return undefined
  }
}

/** Starts an exchange in the group of the prime. */
export function primeExchange(): Exchange {
  const exchange = createDiffieHellman(oakleyPrime, 2)
  exchange.generateKeys()
  return { publicKey: exchange.getPublicKey(), computeSecret: (theirs) => exchange.computeSecret(theirs) }
}

/** Algorithm of the transfer (Secret Service API, “Transfer of Secrets”). */
const encryptedTransfer = 'dh-ietf1024-sha256-aes128-cbc-pkcs7'
const notSupported = 'org.freedesktop.DBus.Error.NotSupported'

/**
 * Encrypts secrets on their way to and from the Secret Service. Each access opens a new session, so none outlives a
 * restarted service.
 */
export class SecretSession {
  readonly #path: string
  /** Undefined if the service transfers secrets only unencrypted. */
  readonly #key: Buffer | undefined

  private constructor(path: string, key: Buffer | undefined) {
    this.#path = path
    this.#key = key
  }

  /**
   * Opens a session, encrypted unless the service supports only the `plain` algorithm.
   * @throws BusCallError, BusTimeoutError, BusUnavailableError
   */
  static async open(service: SessionOpener, exchange: KeyExchange): Promise<SecretSession> {
    try {
      const input = { signature: 'ay', value: [...exchange.publicKey()] }
      const { path, output } = await service.openSession(encryptedTransfer, input)
      return new SecretSession(path, exchange.deriveKey(bytesOf(output)))
    } catch (error) {
      if (!(error instanceof BusCallError) || error.errorName !== notSupported) throw error
      const { path } = await service.openSession('plain', { signature: 's', value: '' })
      return new SecretSession(path, undefined)
    }
  }

  /** Object path of the session. */
  get path(): string {
    return this.#path
  }

  /** Encrypts a text into the API's `Secret` struct, `(oayays)`. */
  seal(text: string): WireValue {
    const plain = Buffer.from(text, 'utf8')
    if (this.#key === undefined) return [this.#path, [], [...plain], 'text/plain']
    const vector = randomBytes(blockLength)
    const cipher = createCipheriv('aes-128-cbc', this.#key, vector)
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    plain.fill(0)
    return [this.#path, [...vector], [...sealed], 'text/plain']
  }

  /** Decrypts a `Secret` struct. @throws Error if it is not one of this session */
  open(secret: WireValue | undefined): string {
    const members = Array.isArray(secret) ? (secret as readonly WireValue[]) : []
    const [vector, sealed] = [bytesOf(members[1]), bytesOf(members[2])]
    if (this.#key === undefined) return sealed.toString('utf8')
    const decipher = createDecipheriv('aes-128-cbc', this.#key, vector)
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  }
}

function bytesOf(value: WireValue | undefined): Buffer {
  return Buffer.from(Array.isArray(value) ? value.filter((byte): byte is number => typeof byte === 'number') : [])
}

/** Pads the shared number to the prime's length: the API's key derivation includes leading zeroes. */
function padded(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([Buffer.alloc(Math.max(0, length - bytes.length)), bytes])
}
