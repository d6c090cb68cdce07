import type { Command } from 'commander'
import type { Diagnosis, DiagnosisStep } from '../../../shared/model/diagnosis.ts'
import { visibleLine } from '../../../shared/model/visible-text.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodeOfDiagnoses } from '../diagnosis-exit-code.ts'

const marks: Readonly<Record<DiagnosisStep['outcome'], string>> = {
  good: 'ok     ',
  warning: 'warning',
  bad: 'FAILED ',
  skipped: '-      ',
}

/** `clavis doctor [PROFILE]` */
export function addDoctorCommand(program: Command, { services, say, answer, exitWith }: CommandContext): void {
  program
    .command('doctor')
    .description('what works and what does not, from the keychain to the lists, and why')
    .argument('[profile]', 'id or exact name; all where none is named')
    .action(async (name: string | undefined) => {
      const { profiles, doctor } = services()
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
    })
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
