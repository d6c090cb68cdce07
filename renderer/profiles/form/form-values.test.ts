import { expect, it } from 'vitest'
import { defaultProfileSettings, settingsOf, type ProfileSettings } from '#shared/profiles/profile.ts'
import {
  formValuesOf,
  isAdvanced,
  newFormValues,
  readForm,
  splitPem,
  withEnvironment,
  withFlavor,
  type FormErrors,
  type FormValues,
} from './form-values.ts'

const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

const settings: ProfileSettings = {
  ...defaultProfileSettings('jwt'),
  name: 'Acme',
  audience: 'acme:uri:sandbox:payments',
  environment: 'client-testing',
  clientId: 'client-1',
  tokenUrl: 'https://token.example.com/oauth',
  extraTokenParameters: { tenant: 'a', region: 'eu' },
  certificateAuthorities: [pem, pem.replace('AAAA', 'BBBB')],
  proxy: 'http://proxy.example.com:3128',
  proxyUser: 'ada',
  proxyExceptions: '.intranet, 10.0.0.0/8',
  recordMembers: { reports: 'items' },
}

function errorsOf(changes: Partial<FormValues>): FormErrors {
  const read = readForm({ ...formValuesOf(settings), ...changes })
  return read.ok ? {} : read.errors
}

it('formValuesOf: readForm returns the same settings from its values', () => {
  expect(readForm(formValuesOf(settings))).toEqual({ ok: true, settings })
  const plain = {
    ...settings,
    proxy: 'none',
    proxyUser: '',
    proxyExceptions: '',
    extraTokenParameters: {},
    certificateAuthorities: [],
  }
  expect(readForm(formValuesOf(plain))).toEqual({ ok: true, settings: plain })
})

it('settingsOf: returns only the settings of a profile', () => {
  const profile = { ...settings, id: 'x', practice: false, revision: 3, createdAt: '', updatedAt: '' }
  expect(settingsOf(profile)).toEqual(settings)
})

it('readForm: leaves out parameter rows without name and value', () => {
  const values = { ...formValuesOf(settings), extraTokenParameters: [{ name: '', value: '' }] }
  expect(readForm(values)).toMatchObject({ ok: true, settings: { extraTokenParameters: {} } })
})

it('readForm: names the required fields of a new profile', () => {
  const read = readForm(newFormValues())
  expect(read.ok ? [] : Object.keys(read.errors).toSorted()).toEqual(['clientId', 'name', 'tokenUrl'])
})

it('readForm: names the audience when jwt requires it', () => {
  expect(errorsOf({ audience: ' ' })).toEqual({
    audience: 'Enter the audience that the portal shows: prefix:uri:environment:product.',
  })
  const legacy = { flavor: 'legacy', clientAuthentication: 'tls_client_auth', audience: '' } as const
  expect(errorsOf(legacy)).toEqual({})
})

it('readForm: names a client ID with spaces, scopes with commas and an address that is not http or https', () => {
  expect(errorsOf({ clientId: ' client-1 ' })).toEqual({})
  expect(errorsOf({ clientId: 'client 1' })).toEqual({ clientId: 'Leave out the spaces: a client ID has none.' })
  expect(errorsOf({ scopes: 'read write' })).toEqual({})
  expect(errorsOf({ scopes: 'read,write' })).toEqual({ scopes: 'Separate scopes with spaces, not commas.' })
  expect(errorsOf({ tokenUrl: 'ftp://foo' })).toEqual({
    tokenUrl: 'Start the address with https://. ftp:// is not supported.',
  })
  expect(errorsOf({ tokenUrl: 'foo' })).toEqual({
    tokenUrl: 'Enter a full address, for example https://api.example.com/v1.',
  })
})

it('readForm: names an invalid proxy address, exception or user', () => {
  expect(errorsOf({ proxyAddress: 'proxy' })).toHaveProperty('proxyAddress')
  expect(errorsOf({ proxyExceptions: 'https://a.example' })).toHaveProperty('proxyExceptions')
  expect(errorsOf({ proxyUser: 'a:b' })).toHaveProperty('proxyUser')
  const unused = { proxyAddress: 'proxy', proxyExceptions: 'https://a.example', proxyUser: 'a:b' }
  expect(errorsOf({ proxyKind: 'system', ...unused })).toEqual({})
})

it('readForm: names the row of a parameter that Clavis sets itself', () => {
  const extraTokenParameters = [
    { name: 'tenant', value: 'a' },
    { name: 'grant_type', value: 'x' },
  ]
  expect(errorsOf({ extraTokenParameters })).toEqual({
    'extraTokenParameters.1.name': 'Clavis sets this parameter itself.',
  })
})

it('readForm: names the row of a repeated parameter name', () => {
  const extraTokenParameters = [
    { name: 'tenant', value: 'a' },
    { name: 'tenant ', value: 'b' },
  ]
  expect(errorsOf({ extraTokenParameters })).toEqual({
    'extraTokenParameters.1.name': 'This name is already used.',
  })
})

it('readForm: names a lifetime that is not a number', () => {
  expect(errorsOf({ assertionLifetimeSeconds: '' })).toEqual({
    assertionLifetimeSeconds: 'Enter a number of seconds.',
  })
})

it('readForm: names certificate authorities that are no certificates', () => {
  expect(errorsOf({ certificateAuthorities: 'hello' })).toHaveProperty('certificateAuthorities')
})

it('splitPem: returns each PEM block and drops the text between them', () => {
  expect(splitPem(`subject=CN=a\n${pem}\nsubject=CN=b\n${pem}\n`)).toEqual([pem, pem])
  expect(splitPem('  ')).toEqual([])
})

it('withEnvironment: moves flavor, authentication and scope parameter to what the environment supports', () => {
  const mock = newFormValues()
  const testing = withEnvironment(mock, 'client-testing')
  expect(testing).toMatchObject({ flavor: 'jwt', clientAuthentication: 'private_key_jwt', scopeParameter: 'scopes' })
  expect(withEnvironment(testing, 'mock')).toEqual(mock)
})

it('withEnvironment: keeps a flavor that the new environment also supports', () => {
  const legacy = withFlavor(withEnvironment(newFormValues(), 'client-testing'), 'legacy')
  expect(withEnvironment(legacy, 'production')).toMatchObject({
    flavor: 'legacy',
    clientAuthentication: 'tls_client_auth',
  })
})

it('withEnvironment: keeps a scope parameter chosen by the person', () => {
  const chosen = { ...newFormValues(), scopeParameter: 'permissions' }
  expect(withEnvironment(chosen, 'production').scopeParameter).toBe('permissions')
})

it('isAdvanced: tells advanced fields by their path', () => {
  expect(isAdvanced('extraTokenParameters.1.name')).toBe(true)
  expect(isAdvanced('proxyAddress')).toBe(true)
  expect(isAdvanced('tokenUrl')).toBe(false)
})
