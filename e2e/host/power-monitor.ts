import { EventEmitter } from 'node:events'
import { makeStrict } from './unsupported.ts'

/** Electron's `powerMonitor`, as far as the app uses it: its events come only from a driver, by `emit`. */
export class HostPowerMonitor extends EventEmitter {}

makeStrict('powerMonitor', HostPowerMonitor)
