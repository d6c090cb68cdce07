import { z } from 'zod'
import { calls } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'
import { calendarDays } from '#shared/values/local-day.ts'
import { leadsElsewhere } from '../../local-address/request-checks.ts'
import { pageThatFits, textThatFits } from './tool-result.ts'
import { type AddTool, offsetInput, profileInput, tool } from './tool.ts'

const listProfiles = tool({
  name: 'list_profiles',
  title: 'List profiles',
  description:
    'Lists the profiles: a client of the payments service in one environment. For each: how key, certificate, token and lists stand, and what is next. The most urgent come first. Sends nothing.',
  input: z.strictObject({ offset: offsetInput }),
  run: async (agent, { offset }) => {
    const [profiles, healths] = [await agent.profiles(), await agent.call('health.list', undefined)]
    const items = healths.flatMap(({ profileId, health: { checks, isReady, next, daysLeft } }) => {
      const profile = profiles.find(({ id }) => id === profileId)
      if (profile === undefined) return []
      const { id, name, environment, practice, flavor, tokenUrl, apiBaseUrl, reportsBaseUrl } = profile
      return {
        id,
        name,
        environment,
        practice,
        flavor,
        tokenUrl,
        apiBaseUrl,
        reportsBaseUrl,
        isReady,
        ...(daysLeft === undefined ? {} : { certificateDaysLeft: daysLeft }),
        next: next.sentence,
        checks: checks.map(({ subject, level, words, detail }) => ({ subject, level, words, detail })),
      }
    })
    const { part, facts } = pageThatFits(items, offset)
    // What is next may repeat why a request failed.
    return { facts, fromService: { profiles: part } }
  },
})

const listCertificates = tool({
  name: 'list_certificates',
  title: 'List certificates',
  description:
    'Lists the certificates of all profiles, or of one, with the days until each expires; the first to expire comes first. A certificate that is not active interrupts nothing. Sends nothing.',
  input: z.strictObject({ profile: profileInput.optional(), offset: offsetInput }),
  run: async (agent, { profile, offset }) => {
    const seen = profile === undefined ? await agent.profiles() : [await agent.profile(profile)]
    const timeZone = await agent.timeZone()
    const items = (await agent.call('expiry.timeline', undefined))
      .filter(({ profileId }) => seen.some(({ id }) => id === profileId))
      .toSorted((one, other) => one.notAfter.localeCompare(other.notAfter))
      .map(({ profileName, environment, state, subject, notBefore, notAfter, expiringIssuer }) => ({
        profile: profileName,
        environment,
        state,
        subject,
        notBefore,
        notAfter,
        daysLeft: calendarDays(Date.now(), Date.parse(notAfter), timeZone),
        ...(expiringIssuer === undefined ? {} : { expiresWithIssuer: expiringIssuer }),
      }))
    const { part, facts } = pageThatFits(items, offset)
    // A certificate's names are those that its authority wrote.
    return { facts, fromService: { certificates: part } }
  },
})

const diagnoseProfile = tool({
  name: 'diagnose_profile',
  title: 'Diagnose a profile',
  description:
    'Checks everything that a profile’s token and calls depend on: keychain, certificate, network, token, lists. Requests a new token and loads the first page of each list. Returns the checks that did not pass, and the probable causes with a remedy. Changing a setting is up to the person.',
  input: z.strictObject({ profile: profileInput, offset: offsetInput }),
  sends: true,
  run: async (agent, { profile, offset }) => {
    const { id } = await agent.profile(profile)
    const { profileName, at, steps, causes } = await agent.call('doctor.diagnose', { profileId: id })
    const failed = steps.filter(({ outcome }) => outcome !== 'good')
    const items = [
      ...causes.map(({ id: cause, what, evidence, remedy }) => ({ cause, what, evidence, remedy })),
      ...failed.map(({ id: check, outcome, sentence, evidence }) => ({ check, outcome, sentence, evidence })),
    ]
    const { part, facts } = pageThatFits(items, offset)
    const passed = steps.filter(({ outcome }) => outcome === 'good').map(({ id: check }) => check)
    return { facts: { profile: profileName, at, works: causes.length === 0, passed, ...facts }, fromService: part }
  },
})

const getPath = tool({
  name: 'get_path',
  title: 'GET a path',
  description:
    'Sends a GET request with the profile’s token and returns status and body. The path is below the API base address, such as /payment/hello-world; for the reporting address, give the whole address. Each call sends the request. Use open_list for the paginated lists.',
  input: z.strictObject({
    profile: profileInput,
    path: calls['connection.get'].input.shape.path,
    offset: offsetInput.describe('First character of the body to return, from 0'),
  }),
  sends: true,
  run: async (agent, { profile, path, offset }, { mask }) => {
    const { id } = await agent.profile(profile)
    if (leadsElsewhere(path))
      throw new ClavisError('input-invalid', 'The path leads elsewhere when it is decoded.', {
        hint: 'Send a path without dot segments, and without encoded slashes.',
      })
    const { url, status, headers, body, cut, size, durationMs } = await agent.call('connection.get', {
      profileId: id,
      path,
    })
    const { part, facts } = textThatFits(mask(body), offset)
    return {
      facts: {
        url,
        status,
        bytes: size,
        durationMs: Math.round(durationMs),
        ...facts,
        ...(cut ? { cutAt: '256 KiB' } : {}),
      },
      fromService: {
        contentType: headers.find(({ name }) => name === 'content-type')?.value.slice(0, 200),
        body: part,
      },
    }
  },
})

export const profileTools: readonly AddTool[] = [listProfiles, listCertificates, diagnoseProfile, getPath]
