/** TLS settings that come from outside of Clavis: environment variables and Node's options, by name. None has an effect. */
export interface TlsEnvironment {
  /** Ask for unchecked certificates, weaker connections or recorded keys. */
  readonly weakening: readonly string[]
  /** Name certificate authorities to trust. */
  readonly authorities: readonly string[]
  /** Whether Node read authorities of their choice in the place of the system's, before Clavis began. */
  readonly isSystemStoreReplaced: boolean
}

const weakeningVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE', 'OPENSSL_CONF']

const storePlaces = ['SSL_CERT_FILE', 'SSL_CERT_DIR']

/** Only Linux reads its store by the last two; on other systems they name nothing that Clavis reads. */
const authorityVariables = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', ...storePlaces]

/** What makes Node read the system's store when it starts, or hides that: a file of options. */
const earlyReaders = /^(?:NODE_USE_SYSTEM_CA|--use-system-ca|--experimental-(?:default-)?config-file)$/u

const weakeningOptions =
  /^--(?:tls-.+|trace-tls|openssl-config|openssl-shared-config|openssl-legacy-provider|insecure-http-parser|max-http-header-size)$/u
const authorityOptions = /^--(?:use-(?:openssl|system)-ca|experimental-(?:default-)?config-file)$/u

/**
 * Removes the variables that change TLS from the environment and says which ones were set, with Node's options of the same
 * kind. Call it before anything can read them. What Node has read by then is overridden for each connection (decision 058).
 * @param process its environment and the options that Node was started with
 */
export function clearTlsEnvironment({
  env,
  execArgv,
}: {
  readonly env: Record<string, string | undefined>
  readonly execArgv: readonly string[]
}): TlsEnvironment {
  const taken = (names: readonly string[]): string[] =>
    names.filter((name) => {
      const value = env[name] ?? ''
      Reflect.deleteProperty(env, name)
      // Any other value leaves the checks on.
      return name === 'NODE_TLS_REJECT_UNAUTHORIZED' ? value === '0' : value !== ''
    })
  const options = [...new Set([...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/[\s"]+/u)].map(optionName))]
  const authorities = [...taken(authorityVariables), ...options.filter((option) => authorityOptions.test(option))]
  return {
    weakening: [...taken(weakeningVariables), ...options.filter((option) => weakeningOptions.test(option))],
    authorities,
    isSystemStoreReplaced:
      authorities.some((name) => earlyReaders.test(name)) && authorities.some((name) => storePlaces.includes(name)),
  }
}

/** An option without its value, spelled as Node documents it: Node takes underscores for hyphens. */
function optionName(text: string): string {
  return text.replace(/=.*$/su, '').replaceAll('_', '-')
}
