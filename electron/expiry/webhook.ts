import { randomUUID } from 'node:crypto'
import { ClavisError } from '#shared/errors.ts'
import { judge } from '#shared/expiry/expiry.ts'
import { warningWords } from '#shared/expiry/warning-messages.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { ExpiryNotice } from './due-warnings.ts'
import type { WebhookBody } from './notice-store.ts'

/** Posts one warning. @throws ClavisError if it is not delivered */
export type PostWarning = (url: string, body: WebhookBody) => Promise<void>

const titles: Readonly<Record<WebhookBody['type'], string>> = {
  'clavis.certificate-expiry': 'Expiry warning',
  'clavis.watch': 'Warning of a watched list',
  'clavis.test': 'Test message',
}

/**
 * Creates the function that posts warnings as JSON, through the system's proxy. The HTTP client retries failed
 * connections; any status other than 2xx is a failed delivery.
 */
export function createWebhook(http: Pick<HttpClient, 'send'>): PostWarning {
  return async (url, body) => {
    const { status } = await http.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json; charset=utf-8', accept: '*/*' },
      body: JSON.stringify(body),
      purpose: {
        kind: 'webhook',
        what: titles[body.type],
        agreement: 'webhook',
      },
      retry: 'only-without-response',
      authorities: [],
      proxy: { kind: 'system' },
      hidesPath: true,
      timeLimit: 60_000,
    })
    if (status < 200 || status > 299) throw refused(new URL(url).host, status)
  }
}

function refused(host: string, status: number): ClavisError {
  if (status === 429 || status >= 500)
    return new ClavisError(
      'service-failed',
      `${host} is temporarily unavailable (status ${status}). The warning was not delivered.`,
      {
        hint: 'Clavis retries within the hour.',
        details: { status },
      },
    )
  return new ClavisError('service-refused', `${host} rejected the warning (status ${status}).`, {
    hint: 'Check the webhook address. It must accept POST requests with JSON.',
    details: { status },
  })
}

/**
 * Returns the body of a warning. Its text is relative to `now`, for people and in Slack's format; everything else is for programs: as it
 * is stored, with dates in ISO 8601.
 */
export function webhookBody({ certificate, threshold }: ExpiryNotice, now: number, dates: DateText): WebhookBody {
  const { text, more } = warningWords(certificate, now, dates)
  const { active, quiet, snooze, thresholds, replacement, ...shown } = certificate
  return {
    type: 'clavis.certificate-expiry',
    id: `${certificate.fingerprint}-${threshold}`,
    text: inSlackFormat(more === undefined ? text : `${text} ${more}`),
    at: new Date(now).toISOString(),
    certificate: {
      ...shown,
      threshold,
      daysLeft: judge(certificate, thresholds, now, dates.timeZone).daysLeft,
      replacementUnderWay: replacement !== undefined,
    },
  }
}

/**
 * Makes a line plain text for Slack and what reads its format: unescaped, `<!everyone>` calls everyone, and `<https://…|text>` hides
 * where a link goes (Slack's “Formatting text”, “Escaping text”). So does `[text](https://…)` in Markdown.
 */
export function inSlackFormat(text: string): string {
  return visibleLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('](', '] (')
}

export function webhookTest(now: number): WebhookBody {
  return {
    type: 'clavis.test',
    id: randomUUID(),
    text: 'Test message from Clavis. Certificate expiry warnings will arrive here.',
    at: new Date(now).toISOString(),
  }
}
