import { posix } from 'node:path'

/**
 * Lists the Unix sockets at which the session bus may listen, best first. An abstract one starts with a zero byte, as
 * Node's `net` expects. Other transports (`tcp:`, `unixexec:`) are ignored: session buses do not use them.
 * @param env environment variables; `DBUS_SESSION_BUS_ADDRESS` comes first (D-Bus Specification, “Server Addresses”),
 *   then the bus of the user's session at `$XDG_RUNTIME_DIR/bus`
 */
export function sessionBusSockets(env: Readonly<Record<string, string | undefined>>): string[] {
  const runtimeFolder = env['XDG_RUNTIME_DIR']
  const usual = runtimeFolder === undefined || runtimeFolder === '' ? [] : [posix.join(runtimeFolder, 'bus')]
  const address = env['DBUS_SESSION_BUS_ADDRESS']
  if (address === undefined || address === '') return usual
  return address.split(';').flatMap((one) => {
    const [transport, rest] = one.split(/:(.*)/su)
    if (transport !== 'unix' || rest === undefined) return []
    const options = new Map(
      rest.split(',').map((option) => {
        const [key, value] = option.split(/=(.*)/su)
        return [key, unescapeValue(value ?? '')] as const
      }),
    )
    const path = options.get('path')
    if (path !== undefined) return [path]
    const abstract = options.get('abstract')
    if (abstract !== undefined) return [`\0${abstract}`]
    return options.get('runtime') === 'yes' ? usual : []
  })
}

/** Undoes the `%xx` escapes of an address. */
function unescapeValue(value: string): string {
  const bytes = value.replace(/%([0-9a-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
