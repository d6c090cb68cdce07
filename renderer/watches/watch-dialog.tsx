import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { watchTitle, costWords } from '#shared/watches/watch-messages.ts'
import { scheduleWords } from '#shared/watches/watch-schedule.ts'
import { defaultWatchSettings, watchSettingsSchema, type Watch } from '#shared/watches/watch.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { removeWatch, switchWatch } from './use-watch-actions.ts'

interface WatchedPlace {
  readonly profile: Profile
  readonly list: ListName
  readonly viewId?: string | undefined
  readonly viewName?: string | undefined
  /** What is shown of the list but not watched. */
  readonly unsaved?: string | undefined
}

/** Opens the dialog that watches a saved view or a whole list, or changes its watch. */
export function openWatchDialog(place: WatchedPlace): void {
  openDialog(`Watch ${watchTitle(place)}`, (close) => <WatchDialog place={place} onClose={close} />, { size: 'lg' })
}

interface WatchDialogProps {
  readonly place: WatchedPlace
  readonly onClose: () => void
}

/** Waits for the watch that there may be. */
function WatchDialog({ place, onClose }: WatchDialogProps): ReactElement | null {
  const { data: watches, error } = useQuery(queries.watches)
  const { profile, list, viewId } = place
  if (error !== null) return <ErrorPanel error={error} />
  if (watches === undefined) return null
  const watch = watches.find((each) => each.profileId === profile.id && each.list === list && each.viewId === viewId)
  return <WatchForm key={watch?.id} place={place} watch={watch} onClose={onClose} />
}

function WatchForm({
  place: { profile, list, viewId, unsaved },
  watch,
  onClose,
}: WatchDialogProps & { readonly watch: Watch | undefined }): ReactElement {
  const { go } = useNavigation()
  const before = watch?.settings ?? defaultWatchSettings
  const [schedule, setSchedule] = useState(before.schedule)
  const [conditions, setConditions] = useState(before.conditions)
  const [loads, setLoads] = useState<number | string>(before.keep.loads)
  const [days, setDays] = useState<number | string>(before.keep.days)
  const [idPath, setIdPath] = useState(before.idPath ?? '')
  const { success, data: settings } = watchSettingsSchema.safeParse({
    schedule,
    conditions,
    keep: { loads, days },
    ...(idPath.trim() !== '' && { idPath: idPath.trim() }),
  })
  const setting = useMutation({
    mutationFn: (chosen: Watch['settings']) =>
      call('watches.set', { profileId: profile.id, list, ...(viewId !== undefined && { viewId }), settings: chosen }),
    onSuccess: (now) => {
      onClose()
      notifySuccess(`Watching ${watchTitle(now)}`, `Loaded ${scheduleWords(now.settings.schedule)}.`, [
        { label: 'Show', run: () => go({ page: 'watch', profileId: profile.id, watchId: now.id }) },
      ])
    },
  })
  return (
    <DialogForm
      profile={profile}
      description={`Clavis loads the list ${watch === undefined ? 'at once, and then ' : ''}on schedule while it is running, in a window or in the tray.`}
      work={setting}
      action={watch === undefined ? 'Watch' : watch.isOn ? 'Save' : 'Switch on'}
      isReady={success}
      onCancel={onClose}
      onSubmit={() => settings !== undefined && setting.mutate(settings)}
    >
      {unsaved !== undefined && (
        <Notice tone="plain">
          <p>{unsaved}</p>
        </Notice>
      )}
      <Stack gap={6}>
        <ScheduleFields schedule={schedule} onChange={setSchedule} />
        <Cost profile={profile} list={list} schedule={schedule} />
      </Stack>
      <ConditionFields conditions={conditions} onChange={setConditions} />
      <Group gap="md" align="flex-start" grow>
        <NumberInput
          label="Keep loads"
          description="2 to 100"
          min={2}
          max={100}
          allowDecimal={false}
          value={loads}
          onChange={setLoads}
        />
        <NumberInput
          label="For days"
          description="1 to 400; the last load always stays"
          min={1}
          max={400}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
      </Group>
      <Advanced idPath={idPath} onChange={setIdPath} />
      {watch !== undefined && (
        <Group gap="xs">
          {watch.isOn && (
            <SecondaryButton
              size="xs"
              onClick={() => {
                switchWatch(watch)
                onClose()
              }}
            >
              Switch off
            </SecondaryButton>
          )}
          <SecondaryButton
            size="xs"
            onClick={() => {
              onClose()
              void removeWatch(profile, watch, () => undefined)
            }}
          >
            Remove watch…
          </SecondaryButton>
        </Group>
      )}
    </DialogForm>
  )
}

interface CostProps {
  readonly profile: Profile
  readonly list: ListName
  readonly schedule: Watch['settings']['schedule']
}

/** Says what the schedule costs, as soon as that is known. */
function Cost({ profile, list, schedule }: CostProps): ReactElement {
  const { data: cost } = useQuery(queries.watchCost(profile.id, list))
  return (
    <Text size="sm" c="dimmed" role="status" aria-label="Cost" mih="1lh">
      {cost !== undefined && costWords(cost ?? undefined, schedule)}
    </Text>
  )
}

function Advanced({
  idPath,
  onChange,
}: {
  readonly idPath: string
  readonly onChange: (idPath: string) => void
}): ReactElement {
  const [isOpen, setOpen] = useState(idPath !== '')
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-expanded={isOpen}
        rightSection={isOpen ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
        onClick={() => setOpen(!isOpen)}
      >
        Advanced
      </Button>
      {isOpen && (
        <TextInput
          mt="xs"
          label="Identifier"
          description="The path of the field by which loads are compared. Left empty, it is found in the data."
          placeholder="reportId"
          spellCheck={false}
          maxLength={1000}
          value={idPath}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
