import { devNull } from 'node:os'

/** TLS settings from outside of Clavis: environment variables and Node options, by name. None has an effect. */
export interface TlsEnvironment {
  /** They disable verification, weaken connections or record keys. */
  readonly weakening: readonly string[]
  /** They name certificate authorities to trust. */
  readonly authorities: readonly string[]
  /** Whether Node read authorities from such a setting instead of the system's, before Clavis started. */
  readonly isSystemStoreReplaced: boolean
  /** The removed variables, for programs that Clavis starts: they are the caller’s. */
  readonly removed: Readonly<Record<string, string>>
}

const weakeningVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE', 'OPENSSL_CONF']

const storePlaces = ['SSL_CERT_FILE', 'SSL_CERT_DIR']

/** The last two change the store only on Linux; on other systems they name nothing that Clavis reads. */
const authorityVariables = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', ...storePlaces]

/** Settings with which Node reads the system's store at start, or that may contain such settings: a file of options. */
const earlyReaders = /^(?:NODE_USE_SYSTEM_CA|--use-system-ca|--experimental-(?:default-)?config-file)$/u

/** The packed command line’s own: it keeps OpenSSL from reading a file. */
const ownOption = `--openssl-config=${devNull}`

const weakeningOptions =
  /^--(?:tls-.+|trace-tls|openssl-config|openssl-shared-config|openssl-legacy-provider|insecure-http-parser|max-http-header-size)$/u
const authorityOptions = /^--(?:use-(?:openssl|system)-ca|experimental-(?:default-)?config-file)$/u

/**
 * Removes the variables that change TLS from the environment and returns those that were set, with Node options of the
 * same kind. Call it before anything can read them. What Node has read by then is overridden for each connection
 * (decision 058).
 * @param process its environment and the options that Node was started with
 */
export function clearTlsEnvironment({
  env,
  execArgv,
}: {
  readonly env: Record<string, string | undefined>
  readonly execArgv: readonly string[]
}): TlsEnvironment {
  const removed: Record<string, string> = {}
  const taken = (names: readonly string[]): string[] =>
    names.filter((name) => {
      const value = env[name] ?? ''
      if (name in env) removed[name] = value
      Reflect.deleteProperty(env, name)
      // Any other value leaves verification on.
      return name === 'NODE_TLS_REJECT_UNAUTHORIZED' ? value === '0' : value !== ''
    })
  const given = execArgv.filter((option) => option !== ownOption)
  const options = [...new Set([...given, ...(env['NODE_OPTIONS'] ?? '').split(/[\s"]+/u)].map(optionName))]
  const authorities = [...taken(authorityVariables), ...options.filter((option) => authorityOptions.test(option))]
  return {
    weakening: [...taken(weakeningVariables), ...options.filter((option) => weakeningOptions.test(option))],
    authorities,
    isSystemStoreReplaced:
      authorities.some((name) => earlyReaders.test(name)) && authorities.some((name) => storePlaces.includes(name)),
    removed,
  }
}

/** Returns an option without its value, spelled as Node documents it: Node accepts underscores for hyphens. */
function optionName(text: string): string {
  return text.replace(/=.*$/su, '').replaceAll('_', '-')
}
