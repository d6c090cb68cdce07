import { EventEmitter } from 'node:events'
import { makeStrict } from '../unsupported.ts'

/** The options that the app passes. */
interface NotificationOptions {
  readonly id?: string
  readonly title?: string
  readonly body?: string
  readonly urgency?: 'normal' | 'critical' | 'low'
  readonly timeoutType?: 'default' | 'never'
}

/**
 * Electron's `Notification`, as far as the app uses it. Nothing is displayed: notifications are added to {@link
 * HostNotification.shown}, where a test can click them with `emit('click')`.
 */
export class HostNotification extends EventEmitter {
  static readonly shown: HostNotification[] = []
  readonly id: string
  readonly title: string
  readonly body: string
  readonly urgency: string
  readonly timeoutType: string

  constructor({
    id = '',
    title = '',
    body = '',
    urgency = 'normal',
    timeoutType = 'default',
  }: NotificationOptions = {}) {
    super()
    this.id = id
    this.title = title
    this.body = body
    this.urgency = urgency
    this.timeoutType = timeoutType
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    HostNotification.shown.push(this)
    this.emit('show', {})
  }

  close(): void {
    this.emit('close', {})
  }
}

makeStrict('Notification', HostNotification)
