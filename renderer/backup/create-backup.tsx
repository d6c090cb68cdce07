import { Anchor, Checkbox, Group, PasswordInput, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactElement } from 'react'
import type { PassphraseJudgement } from '#shared/backup/backup.ts'
import { ClavisError } from '#shared/errors.ts'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { CheckboxList } from '../ui/controls/checkbox-list.tsx'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import { summaryMessage } from './backup-messages.ts'
import classes from './backup.module.css'

const tones = { refused: 'bad', weak: 'warn', fair: 'warn', strong: 'good' } as const

interface CreateBackupProps {
  readonly profiles: readonly Profile[]
  readonly onDone: () => void
}

/** Asks for the profiles and the passphrase; main asks for the file. */
export function CreateBackup({ profiles, onDone }: CreateBackupProps): ReactElement {
  const [chosen, setChosen] = useState<readonly ProfileId[]>(() => firstChoice(profiles))
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [leaveOutMissing, setLeaveOutMissing] = useState(false)
  const [isVisible, setVisible] = useState(false)
  const client = useQueryClient()
  const judgement = useJudgement(passphrase)
  const isSame = passphrase === again
  const isReady = chosen.length > 0 && judgement !== undefined && judgement.level !== 'refused' && isSame
  const create = useMutation({
    mutationFn: () => call('backup.create', { profileIds: [...chosen], passphrase, leaveOutMissing }),
    onSuccess: (saved) => {
      // The file dialog was cancelled.
      if (saved === undefined) return
      void client.invalidateQueries({ queryKey: queries.backup.queryKey })
      notifySuccess(`Backup saved: ${saved.fileName}`, summaryMessage(saved))
      onDone()
    },
  })
  const missing = missingKeys(create.error)
  function choose(profileIds: readonly ProfileId[]): void {
    setChosen(profileIds)
    create.reset()
    setLeaveOutMissing(false)
  }
  async function suggest(): Promise<void> {
    try {
      const suggested = await call('backup.suggestPassphrase')
      setPassphrase(suggested.passphrase)
      setAgain(suggested.passphrase)
      setVisible(true)
    } catch (error) {
      showError('Couldn’t suggest a passphrase', error)
    }
  }
  return (
    <DialogForm
      work={{ isPending: create.isPending, error: null }}
      action="Back up…"
      isReady={isReady && (missing.length === 0 || leaveOutMissing)}
      onCancel={onDone}
      onSubmit={() => create.mutate()}
    >
      <CheckboxList
        legend="Profiles"
        items={profiles.map(({ id, name, environment, practice }) => ({
          id,
          label: name,
          aside: <EnvironmentBadge environment={environment} isPractice={practice} />,
        }))}
        checked={chosen}
        onChange={choose}
      />
      <PasswordInput
        label="Passphrase"
        description="At least 12 characters. Use five or six unrelated words."
        data-autofocus
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': 'Show passphrase' }}
      />
      <Group justify="space-between" gap="2px 16px">
        <Anchor component="button" type="button" size="sm" onClick={() => void suggest()}>
          Suggest a passphrase
        </Anchor>
        {judgement !== undefined && (
          <p className={classes['strength']} data-tone={tones[judgement.level]} role="status">
            {judgement.words}
          </p>
        )}
      </Group>
      <PasswordInput
        label="Confirm passphrase"
        autoComplete="off"
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
        error={again !== '' && !isSame ? 'Passphrases don’t match.' : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show confirmation' }}
      />
      <Text size="sm" c="dimmed">
        This passphrase can’t be recovered. Store it separately from the file.
      </Text>
      {missing.length > 0 && (
        <Checkbox
          label={missing.length === 1 ? 'Back up without this key' : 'Back up without these keys'}
          description="Keys that are not in the backup can’t be restored from it."
          checked={leaveOutMissing}
          onChange={(event) => setLeaveOutMissing(event.currentTarget.checked)}
        />
      )}
      {create.isError && <ErrorPanel error={withoutDetails(create.error)} />}
    </DialogForm>
  )
}

/** How long typing pauses before what was typed is judged, milliseconds. */
const judgeDelay = 150

/** Returns main's judgement of what is typed; undefined until it is there, and of nothing. */
function useJudgement(passphrase: string): PassphraseJudgement | undefined {
  const [judged, setJudged] = useState<{ readonly of: string; readonly judgement: PassphraseJudgement }>()
  useEffect(() => {
    if (passphrase === '') return undefined
    let isNewest = true
    const timer = setTimeout(() => {
      call('backup.judgePassphrase', { passphrase }).then(
        (judgement) => {
          if (isNewest) setJudged({ of: passphrase, judgement })
        },
        (error: unknown) => showError('Couldn’t judge the passphrase', error),
      )
    }, judgeDelay)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [passphrase])
  return judged?.of === passphrase ? judged.judgement : undefined
}

/** Practice profiles can be created again anywhere, so they are selected only if there are no others. */
function firstChoice(profiles: readonly Profile[]): ProfileId[] {
  const own = profiles.filter(({ practice }) => !practice)
  return (own.length === 0 ? profiles : own).map(({ id }) => id)
}

function missingKeys(error: unknown): readonly string[] {
  const missing = error instanceof ClavisError ? error.details?.['missing'] : undefined
  return Array.isArray(missing) ? missing : []
}

/** The message names the missing keys already. */
function withoutDetails(error: unknown): unknown {
  if (!(error instanceof ClavisError) || error.details?.['missing'] === undefined) return error
  return new ClavisError(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint })
}
