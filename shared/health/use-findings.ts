import { needsCertificate } from '../profiles/environment.ts'
import type { DateText } from '../values/date-text.ts'
import { dayAndTime } from '../values/day-and-time.ts'
import type { Finding, HealthFacts } from './finding.ts'

/** Says whether the last look found the key, or the client secret, in the keychain. A token needs it, and so proves it. */
export function keyFinding({ profile, status, key }: HealthFacts): Finding {
  const { key: secret, wasVerified, verified } = status
  const isKnown = secret === 'found' || verified.token !== undefined
  const isLost = secret === 'missing' || secret === 'damaged'
  const level = isKnown ? 'good' : 'none'
  if (!needsCertificate(profile)) {
    if (isLost)
      return {
        subject: 'key',
        level: wasVerified ? 'bad' : 'none',
        words: secret === 'missing' ? 'No client secret in the keychain' : 'The client secret can’t be read',
        isMissing: true,
        mark: 'no secret',
        todo: { sentence: 'Enter the client secret', action: { kind: 'set-up', step: 'client-secret' } },
      }
    return { subject: 'key', level, words: `Client secret ${isKnown ? 'in the keychain' : 'not checked yet'}` }
  }
  if (key === undefined) return { subject: 'key', level: 'none', words: 'No key yet' }
  if (!isLost)
    return { subject: 'key', level, words: `RSA ${key.size}, ${isKnown ? 'in the keychain' : 'not checked yet'}` }
  const where = secret === 'missing' ? 'not in the keychain' : 'damaged in the keychain'
  return {
    subject: 'key',
    level: 'bad',
    words: `RSA ${key.size}, ${where}`,
    detail: 'It may have been created on another computer or deleted.',
    isMissing: true,
    mark: 'no key',
    todo: {
      sentence: `The private key is ${where}`,
      action: key.isActive ? { kind: 'replace' } : { kind: 'set-up', step: 'key' },
    },
  }
}

/** Says whether the profile gets tokens that the service accepts. @param lacking what it has to have first, if that is missing */
export function tokenFinding(
  { profile, status, refused }: HealthFacts,
  lacking: Finding | undefined,
  now: number,
  dates: DateText,
): Finding {
  const { verified, problem, wasVerified, key } = status
  if (lacking !== undefined || key === 'missing' || key === 'damaged') {
    const what =
      lacking?.subject === 'certificate'
        ? 'a valid certificate'
        : needsCertificate(profile)
          ? 'the key'
          : 'the client secret'
    return { subject: 'token', level: 'none', words: `Waiting for ${what}` }
  }
  if (problem !== undefined) {
    const { part, message, since, attempts } = problem
    const count = attempts === 1 ? '' : ` · ${attempts.toLocaleString()} attempts`
    const words = `${part === 'token' ? 'No token' : 'Calls fail'} since ${dayAndTime(since, now, dates)}${count}`
    const todo = { sentence: withoutStop(message), action: refused ?? ({ kind: 'diagnose' } as const) }
    const mark = part === 'token' ? 'no token' : 'calls fail'
    return { subject: 'token', level: 'bad', words, detail: message, isMissing: true, mark, todo }
  }
  if (verified.token === undefined)
    return {
      subject: 'token',
      isMissing: true,
      ...(wasVerified
        ? untested('warn', 'Not tested', 'Not tested since settings or credential changed', 'test-again')
        : untested('none', 'Not requested yet', 'Get a token to verify the set-up', 'get-token')),
    }
  if (verified.connection === undefined && profile.apiBaseUrl !== '')
    return {
      subject: 'token',
      isMissing: true,
      ...untested('none', 'Works, calls not tested yet', 'Test the connection', 'test-connection'),
    }
  return { subject: 'token', level: 'good', words: 'Works' }
}

function untested(
  level: 'warn' | 'none',
  words: string,
  sentence: string,
  kind: 'test-again' | 'get-token' | 'test-connection',
): Pick<Finding, 'level' | 'words' | 'todo'> {
  return { level, words, todo: { sentence, action: { kind } } }
}

/** Says which list failed; undefined if none did, or the profile loads none. */
export function listsFinding(
  { profile, status: { failedList, problem } }: HealthFacts,
  token: Finding,
  now: number,
  dates: DateText,
): Finding | undefined {
  if (profile.reportsBaseUrl === '') return undefined
  if (token.level === 'bad')
    return problem?.part === 'connection'
      ? undefined
      : { subject: 'lists', level: 'none', words: 'Waiting for a token' }
  if (failedList === undefined) return undefined
  const { what, message, at } = failedList
  return { subject: 'lists', level: 'warn', words: `${what} failed ${dayAndTime(at, now, dates)}`, detail: message }
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/u, '')
}
