import { EventEmitter } from 'node:events'
import { makeStrict } from '../unsupported.ts'

/** Electron's `powerMonitor`, as far as the app uses it: tests emit its events. */
export class HostPowerMonitor extends EventEmitter {}

makeStrict('powerMonitor', HostPowerMonitor)
