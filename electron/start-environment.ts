import { clearTlsEnvironment } from './http/connection/tls-environment.ts'

/** The TLS settings that the process was started with. The first import of main and of the command line: it removes them. */
export const tlsEnvironment = clearTlsEnvironment(process)
