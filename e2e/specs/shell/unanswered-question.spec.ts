import { defaultProfileSettings, type ProfileSettings } from '#shared/profiles/profile.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, startClavis, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall } from '../../fixtures/services/practice.ts'
import { answerQuestions, askedQuestions } from '../../fixtures/window/dialogs.ts'

const listener: ProfileSettings = {
  ...defaultProfileSettings('basic'),
  name: 'Listener',
  environment: 'mock',
  clientId: 'acme',
  tokenUrl: 'http://127.0.0.1:9/main',
}

test('Specs: a question that the spec doesn’t answer ends the spec at once, and the error quotes it', async () => {
  const { clavis, end } = await startClavis()
  const { id } = await mustCall(clavis.page, 'profiles.create', listener)
  await mustCall(clavis.page, 'profiles.setClientSecret', { profileId: id, clientSecret: 'hush' })
  await expect(bridgeCall(clavis.page, 'tokens.get', { profileId: id, renew: false })).rejects.toThrow(/closed/u)
  await expect(end()).rejects.toThrow(/The app asked “.+”/u)
})

test('Specs: a question that the spec answers doesn’t end it', async () => {
  const { clavis, end } = await startClavis()
  await answerQuestions(clavis.app, false)
  const { id } = await mustCall(clavis.page, 'profiles.create', listener)
  await mustCall(clavis.page, 'profiles.setClientSecret', { profileId: id, clientSecret: 'hush' })
  await bridgeCall(clavis.page, 'tokens.get', { profileId: id, renew: false })
  expect(await askedQuestions(clavis.app)).toHaveLength(1)
  await end()
})
