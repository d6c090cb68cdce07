import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { bruToJsonV2, collectionBruToJson } from '@usebruno/lang'
import { parse as parseCsv } from 'csv-parse/sync'
import ICAL from 'ical.js'
import postman from 'postman-collection'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { warningWords } from '#shared/expiry/warning-messages.ts'
import { csvTable } from '#shared/lists/csv-cell.ts'
import { urlBelow } from '#shared/profiles/address.ts'
import { defaultProfileSettings, settingsOf, type Profile } from '#shared/profiles/profile.ts'
import { codeSample } from '#shared/tokens/code-samples.ts'
import { sampleRequest } from '#shared/tokens/sample-request.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { metricsOf } from '../cli/check-metrics.ts'
import { formatToken, type ReceivedToken } from '../cli/tokens/token-formats.ts'
import { calendarFile } from '../expiry/calendar-file.ts'
import { emptyNoticeState } from '../expiry/notice-store.ts'
import { credentialWith, profileWith } from '../expiry/testing/stored-certificate.ts'
import { watchedCertificates } from '../expiry/watched-certificates.ts'
import { webhookBody } from '../expiry/webhook.ts'
import { activityAsHar } from '../requests/activity-har.ts'
import { brunoCollection } from '../tokens/collections/bruno-collection.ts'
import { collectionOf } from '../tokens/collections/collection-requests.ts'
import { postmanCollection } from '../tokens/collections/postman-collection.ts'

// Stored text enters another language only through a writer for it. Each writer gets each text, and the language's own parser
// finds the text in its place, and nothing else.

/** Texts that an earlier version, a backup or a changed database can contain. `touch` shows that a program ran. */
const hostile: Readonly<Record<string, string>> = {
  'a line break that ends a Bruno block': 'v1\n}\nscript:post-response {\n  throw new Error("ran")\n}\nx {\n',
  'a second header or property': 'v1\r\nX-Injected: yes\r\nEND:VEVENT',
  'a tab and NUL': 'v1\t\u0000x',
  'quotes and backslashes': `v1"';\\\\"\\'`,
  'a command of a shell': 'v1$(touch ran)`touch ran`;touch ran&',
  'a variable of Bruno or Postman': '{{process.env.HOME}}{{$guid}}',
  'a template of JavaScript': '${process.exit(9)}',
  markup: '<script>alert(1)</script><!everyone>[a](https://evil.example)<https://evil.example|Renew>&lt;!channel&gt;',
  'a formula': '=1+cmd|"/c calc"!A1',
  'another direction and line': 'v1\u202Eexe\u2028next',
  blanks: 'v1/ http://evil.example',
  'a long text': 'v1'.repeat(240),
}
const texts = Object.entries(hostile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-text-'))
})
afterEach(async () => {
  // No text ran as a program.
  expect(await readdir(folder)).not.toContain('ran')
  await rm(folder, { recursive: true })
})

/** A profile as it is read from the database. */
function profileOf(text: string): Profile {
  const settings = settingsOf({
    ...defaultProfileSettings('jwt'),
    ...{
      name: `A${text}`.slice(0, 110),
      environment: 'client-testing',
      clientId: 'acme',
      scopes: text,
      audience: text,
    },
    tokenUrl: `https://auth.example.com/${text}`.replace('#', ''),
    apiBaseUrl: `https://api.example.com/${text}`,
    helloPath: text.replaceAll(/[\s?#]/gu, ''),
    // A NUL was taken for the place of the secret, without quotation.
    extraTokenParameters: { tenant: text, '$(touch${IFS}ran)': '\u0000', '@/etc/passwd': text, 'a&b=c': text },
  })
  return { ...settings, id: 'sample', practice: false, revision: 1, createdAt: '', updatedAt: '' }
}

const received = ({ clientId, apiBaseUrl }: Profile): ReceivedToken => ({
  accessToken: 'token',
  profile: { clientId, apiBaseUrl },
  state: {
    ...{ kind: 'held', obtainedAt: '2026-11-28T07:00:00.000Z', expiresAt: '2026-11-28T08:00:00.000Z' },
    ...{ lifetimeSeconds: 3600, tokenType: 'Bearer' },
  },
})

function shell(script: string, program = 'bash'): string {
  const env = { PATH: process.env['PATH'] }
  return execFileSync(program, ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** An address as a service receives it: visible ASCII without what ends a word or a quotation. */
const plainAddress = /^https:\/\/api\.example\.com\/[!#-;=?-\[\]_a-z|~]*$/u

const watched = (name: string): Parameters<typeof calendarFile>[0] =>
  watchedCertificates(
    [profileWith(name, [credentialWith(name, 'acme', '2027-03-28T00:59:59.000Z')])],
    { thresholds: [30] },
    emptyNoticeState,
  )
const now = Date.parse('2027-03-10T08:30:00Z')

/** What each language's parser finds of a text that its writer wrote. */
const writers: Readonly<Record<string, (text: string) => void>> = {
  'a shell’s variables, used without quotes': (text) => {
    const profile = profileOf(text)
    const env = formatToken('env', received(profile))
    const words = shell(`set -f\neval "$(cat <<'END-OF-TEXT'\n${env}\nEND-OF-TEXT\n)"\nprintf '%s\\n' $CLAVIS_BASE_URL`)
    expect(words).toBe(`${profile.apiBaseUrl}\n`)
    expect(profile.apiBaseUrl).toMatch(plainAddress)
  },
  'a command that a person copies': (text) => {
    const name = text.replaceAll('\u0000', '')
    expect(shell(`printf '%s' ${shownWord(name)}`, 'sh')).toBe(name)
  },
  netrc: (text) => {
    const words = formatToken('netrc', received(profileOf(text))).split(/\s+/u)
    expect(words).toEqual(['machine', 'api.example.com', 'login', 'acme', 'password', 'token'])
  },
  'JSON for programs': (text) => {
    const profile = profileOf(text)
    expect(JSON.parse(formatToken('json', received(profile)))).toMatchObject({ baseUrl: profile.apiBaseUrl })
  },
  Bruno: (text) => {
    const profile = profileOf(text)
    const files = brunoCollection(collectionOf(profile))
    const content = (name: string): string => files.find(({ fileName }) => fileName === name)?.content ?? ''
    expect(JSON.parse(content('bruno.json'))).toMatchObject({ name: profile.name })
    const { script, vars, ...others } = collectionBruToJson(content('collection.bru'))
    expect(Object.keys(others).toSorted()).toEqual(['auth', 'headers'])
    expect(Object.keys(script ?? {})).toEqual(['req'])
    expect(script?.req).toContain(JSON.stringify(['token', '--format', 'json', '--', profile.name]))
    const value = vars?.req[0]?.value ?? ''
    expect(vars?.req).toHaveLength(1)
    expect(value).toMatch(plainAddress)
    const { http, meta, ...more } = bruToJsonV2(content('Hello world.bru'))
    expect([meta?.name, Object.keys(more)]).toEqual(['Hello world', []])
    const url = http?.url.replace('{{clavisApiBaseUrl}}', value) ?? ''
    expect(url).not.toMatch(/[{}]/u)
    // The same as Clavis calls, but for what it encodes in addition.
    expect(decodeURI(new URL(url).href)).toBe(decodeURI(urlBelow(profile.apiBaseUrl, profile.helloPath)))
  },
  Postman: (text) => {
    const profile = profileOf(text)
    const collection = new postman.Collection(JSON.parse(postmanCollection(collectionOf(profile))))
    expect(collection.name).toBe(profile.name)
    expect(Object.keys(collection.variables.toObject())).toEqual(['clavisApiBaseUrl', 'clavisAccessToken'])
    expect(String(collection.variables.get('clavisApiBaseUrl'))).toMatch(plainAddress)
    collection.forEachItem(({ request }) => {
      expect(request.url.toString().replace('{{clavisApiBaseUrl}}', '')).not.toMatch(/[{}\s]/u)
    })
    const source = collection.events.listeners('prerequest')[0]?.script.toSource() ?? ''
    // A script, whatever the name is.
    expect(() => new Script(source)).not.toThrow()
  },
  Prometheus: (text) => {
    const check = { token: { success: true, durationSeconds: 1, lastSuccessAt: null }, certificates: [], checks: [] }
    const watch = { list: 'reports', viewName: text, paused: {}, counts: [] } as never
    const lines = metricsOf([{ name: text, environment: 'mock', check, watches: [watch] }], now).split('\n')
    const label = String.raw`(?:\\[\\n"]|[^\\"\n\p{Cc}])*`
    for (const sample of [
      `^clavis_token_success\\{profile="(${label})",environment="mock"\\} 1$`,
      `^clavis_watch_load_success\\{profile="${label}",environment="mock",list="reports",view="(${label})"\\} 0$`,
    ]) {
      const names = lines.flatMap((line) => new RegExp(sample, 'u').exec(line)?.[1] ?? [])
      expect(names.map((name): unknown => JSON.parse(`"${name}"`))).toEqual([visibleLine(text)])
    }
    expect(lines.filter((line) => !/^(?:#|clavis_\w+[{ ]|$)/u.test(line))).toEqual([])
  },
  iCalendar: (text) => {
    const calendar = new ICAL.Component(ICAL.parse(calendarFile(watched(text), now, systemDates)) as unknown[])
    const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
    expect(events).toHaveLength(1)
    const shown = text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')
    for (const { summary } of events) expect(summary.endsWith(` – ${shown}`)).toBe(true)
  },
  CSV: (text) => {
    const [row] = parseCsv(csvTable([[text, 'next']], 'comma'))
    expect(row).toHaveLength(2)
    expect(row?.[0]?.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
    expect(row?.[0]).not.toMatch(/^[=+\-@\t\r]/u)
  },
  HAR: (text) => {
    const line = {
      at: '2026-11-28T07:00:00.000Z',
      what: text,
      address: `https://api.example.com/${text}`,
      method: 'GET',
    }
    const { log } = JSON.parse(activityAsHar([line as never]).text) as { log: { entries: { comment: string }[] } }
    expect(log.entries.map(({ comment }) => comment)).toEqual([text])
  },
  'a chat app’s message': (text) => {
    const [certificate] = watched(text)
    if (certificate === undefined) throw new Error('There is no certificate.')
    const replacement = { since: certificate.notBefore, note: text }
    const warning = { ...certificate, expiringIssuer: `CN=${text}`, replacement }
    const body = webhookBody({ certificate: warning, threshold: 30 }, now, systemDates)
    expect(body.text).not.toMatch(/[<>\p{Cc}\u202E\u2028]|\]\(|&(?!amp;|lt;|gt;)/u)
    const shown = body.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    const { text: words, more = '' } = warningWords(warning, now, systemDates)
    expect(shown).toBe(visibleLine(`${words} ${more}`).replaceAll('](', '] ('))
    // A program gets it as it is.
    expect(body.certificate?.profileName).toBe(text)
  },
}

const cases = Object.entries(writers).flatMap(([language, check]) =>
  texts.map(([kind, text]) => ({ language, kind, text, check })),
)
test.each(cases)('Stored text: $kind stays text in $language', ({ text, check }) => {
  check(text)
})

test('Stored text: a code sample for curl sends what Clavis sends, and runs nothing else', async () => {
  // It prints its arguments.
  await writeFile(join(folder, 'curl'), `#!/bin/sh\nfor word in "$@"; do printf '%s\\0' "$word" >> "$0.log"; done\n`)
  await chmod(join(folder, 'curl'), 0o755)
  for (const [kind, text] of texts) {
    const request = sampleRequest({ ...profileOf(text), clientAuthentication: 'client_secret_post' }, 'kid')
    // No shell can pass a NUL on, and no sample has one.
    const sample = codeSample('curl', request).replaceAll('\u0000', '')
    const log = `curl.log`
    shell(`rm -f ${log}; export PATH="$PWD:$PATH" CLIENT_SECRET=hidden\n${sample}\nmv ${log} seen`, 'sh')
    const words = shell(`tr '\\0\\n' '\\n\\1' < seen`).trimEnd().split('\n')
    const given = words.filter((_, index) => words[index - 1] === '--data-urlencode')
    expect([kind, given.length]).toEqual([kind, request.parameters.length])
    expect(given.filter((each) => each.endsWith('hidden'))).toEqual(['client_secret=hidden'])
    expect(given.map((each) => each.slice(0, each.indexOf('=')))).toEqual(
      request.parameters.map(({ name }) => encodeURIComponent(name)),
    )
  }
})

test('Stored text: code samples in JavaScript and Python are programs, whatever a profile contains', async () => {
  for (const [index, [, text]] of texts.entries()) {
    const request = sampleRequest(profileOf(text), text)
    await writeFile(join(folder, `${index}.mjs`), codeSample('Node', request))
    await writeFile(join(folder, `${index}.py`), codeSample('Python', request).replaceAll('\\u0000', ''))
  }
  for (const index of texts.keys()) execFileSync(process.execPath, ['--check', join(folder, `${index}.mjs`)])
  shell(`python3 -c 'import ast, glob; [ast.parse(open(name, encoding="utf8").read()) for name in glob.glob("*.py")]'`)
})
