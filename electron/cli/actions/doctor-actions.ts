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

/** Runs diagnostics for a profile, or for all, and prints each step as it finishes. */
export async function runDiagnostics(
  { terminal, services, print, printJson, setExitCode }: CommandContext,
  name: string | undefined,
): Promise<void> {
  const { profiles, doctor } = await services()
  const chosen = name === undefined ? await profiles.list() : [await profiles.find(name)]
  const diagnoses: Diagnosis[] = []
  for (const { profile } of chosen) {
    print(profile.name)
    const diagnosing = doctor.diagnose(profile.id, (step) => print(describeStep(step)))
    const diagnosis = await terminal.showDuring(`Checking ${profile.name}…`, diagnosing)
    print(describeCauses(diagnosis))
    diagnoses.push(diagnosis)
  }
  printJson(name === undefined ? diagnoses : diagnoses[0])
  if (chosen.length === 0) print('No profiles.')
  setExitCode(exitCodeOfDiagnoses(diagnoses))
}

function describeStep({ outcome, sentence, evidence }: DiagnosisStep): string {
  const facts = outcome === 'good' || outcome === 'skipped' ? [] : evidence
  return [
    `  ${marks[outcome]} ${visibleLine(sentence)}`,
    ...facts.map(({ label, value }) => `            ${label}: ${visibleLine(value)}`),
  ].join('\n')
}

function describeCauses({ causes }: Diagnosis): string {
  if (causes.length === 0) return '  No problems found.\n'
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
