import {
  type Diagnosis,
  diagnosisCauses,
  type DiagnosisStep,
  splitChecks,
  workingMessage,
} from '#shared/diagnostics/diagnosis.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { inLanes } from '../concurrency.ts'
import { exitCodes } from './exit-codes.ts'
import { isSelecting, type ProfileAction, type SelectionOptions, selectProfiles } from './terminal/profile-selection.ts'

/** Returns the exit code of the most likely cause of the first profile that has one. */
export function exitCodeOfDiagnoses(diagnoses: readonly Diagnosis[]): number {
  const cause = diagnoses.find(({ causes }) => causes.length > 0)?.causes[0]?.id
  return cause === undefined ? exitCodes.fine : exitCodes[diagnosisCauses[cause]]
}

const marks: Readonly<Record<DiagnosisStep['outcome'], string>> = {
  good: 'ok     ',
  warning: 'warning',
  bad: 'FAILED ',
  skipped: '-      ',
}

export interface DoctorOptions extends SelectionOptions {
  readonly failed?: true
  readonly summary?: true
}

/** Runs diagnostics for a profile, or for several, and prints each step, or a line for each profile. */
export const runDiagnostics: ProfileAction<DoctorOptions> = async (context, name, { failed, summary, ...options }) => {
  const { terminal, services, print, printJson, setExitCode } = context
  const { profiles, doctor } = await services()
  if (name === undefined && (await profiles.list()).length === 0) print('No profiles.')
  const { profiles: chosen, jobs } = await selectProfiles(context, name, options).catch((error: unknown) => {
    if (name === undefined && !isSelecting(options)) return { profiles: [], jobs: 1 }
    throw error
  })
  let done = 0
  const diagnoses = await inLanes(chosen, jobs, async ({ profile }) => {
    if (name !== undefined && summary !== true) print(profile.name)
    const diagnosing = doctor.diagnose(profile.id, (step) => {
      // Steps of several profiles would mix.
      if (name !== undefined && summary !== true) print(describeStep(step))
    })
    const diagnosis =
      name === undefined ? await diagnosing : await terminal.showDuring(`Checking ${profile.name}…`, diagnosing)
    done += 1
    if (terminal.showsStatus && name === undefined)
      terminal.showStatus(done < chosen.length ? `${done} of ${chosen.length} profiles` : '')
    if (failed === true && diagnosis.causes.length === 0) return diagnosis
    if (summary === true) print(visibleLine(`${profile.name}: ${summaryOf(diagnosis)}`))
    else if (name !== undefined) print(describeCauses(diagnosis))
    else print([profile.name, ...describeSteps(diagnosis.steps), describeCauses(diagnosis)].join('\n'))
    return diagnosis
  })
  const shown = diagnoses.filter(({ causes }) => failed !== true || causes.length > 0)
  printJson(name === undefined ? shown : diagnoses[0])
  setExitCode(exitCodeOfDiagnoses(diagnoses))
}

function summaryOf({ steps, causes: [mostLikely] }: Diagnosis): string {
  return mostLikely === undefined ? workingMessage(steps) : `FAILED ${mostLikely.id}: ${mostLikely.what}`
}

/** Describes checks that are done: those that did not pass, and how many did. */
function describeSteps(steps: readonly DiagnosisStep[]): string[] {
  const { others, passed } = splitChecks(steps)
  return [
    ...others.map(describeStep),
    `  ${marks.good} ${passed.length} ${passed.length === 1 ? 'check' : 'checks'} passed`,
  ]
}

function describeStep({ outcome, sentence, evidence }: DiagnosisStep): string {
  const facts = outcome === 'good' || outcome === 'skipped' ? [] : evidence
  return [
    `  ${marks[outcome]} ${visibleLine(sentence)}`,
    ...facts.map(({ label, value }) => `            ${label}: ${visibleLine(value)}`),
  ].join('\n')
}

function describeCauses({ steps, causes }: Diagnosis): string {
  if (causes.length === 0) return `  ${workingMessage(steps)}\n`
  return `  Likely causes, most likely first:\n${causes
    .map(({ what, evidence, remedy, command }, index) =>
      [
        `  ${index + 1}. ${visibleLine(what)}`,
        ...evidence.map((line) => `     ${visibleLine(line)}`),
        `     → ${remedy}`,
        ...(command === undefined ? [] : [`     ${command}`]),
      ].join('\n'),
    )
    .join('\n')}\n`
}
