import type { Diagnosis, DiagnosisStep } from '../../../shared/model/oauth/diagnosis.ts'
import { visibleLine } from '../../../shared/model/values/visible-text.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodeOfDiagnoses } from '../output/diagnosis-exit-code.ts'

const marks: Readonly<Record<DiagnosisStep['outcome'], string>> = {
  good: 'ok     ',
  warning: 'warning',
  bad: 'FAILED ',
  skipped: '-      ',
}

export async function examine(
  { services, say, answer, exitWith }: CommandContext,
  name: string | undefined,
): Promise<void> {
  const { profiles, doctor } = await services()
  const chosen = name === undefined ? await profiles.list() : [await profiles.find(name)]
  const diagnoses: Diagnosis[] = []
  for (const { profile } of chosen) {
    say(profile.name)
    const diagnosis = await doctor.diagnose(profile.id, (step) => say(stepWords(step)))
    say(causeWords(diagnosis))
    diagnoses.push(diagnosis)
  }
  answer(name === undefined ? diagnoses : diagnoses[0])
  if (chosen.length === 0) say('There are no profiles.')
  exitWith(exitCodeOfDiagnoses(diagnoses))
}

function stepWords({ outcome, sentence, evidence }: DiagnosisStep): string {
  const because = outcome === 'good' || outcome === 'skipped' ? [] : evidence
  return [
    `  ${marks[outcome]} ${visibleLine(sentence)}`,
    ...because.map(({ label, value }) => `            ${label}: ${visibleLine(value)}`),
  ].join('\n')
}

function causeWords({ causes }: Diagnosis): string {
  if (causes.length === 0) return '  Everything works.\n'
  return `${causes
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
