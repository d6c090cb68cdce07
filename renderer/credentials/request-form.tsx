import { Input, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { z } from 'zod'
import {
  type Credential,
  type RequestSuggestion,
  isSameSubject,
  type Subject,
  subjectAlternativeNameSchema,
  subjectSchema,
} from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { IconButton, SecondaryButton } from '../ui/controls/buttons.tsx'
import { Explain } from '../ui/controls/explain.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import classes from './request-form.module.css'

const formSchema = z.object({ ...subjectSchema.shape, names: z.array(subjectAlternativeNameSchema) })
type RequestValues = Record<keyof Subject, string> & { names: { type: string; value: string }[] }

const nameTypes = [
  { value: 'dns', label: 'DNS' },
  { value: 'ip', label: 'IP' },
  { value: 'email', label: 'Email' },
  { value: 'uri', label: 'URI' },
]

/** Maximum number of alternative names: the limit of the call. */
const maxNames = 100

/** Opens the dialog that creates a CSR, filled in like the credential's last one, else as main suggests. */
export async function openRequestForm(profile: Profile, credential: Credential): Promise<void> {
  try {
    const suggestion = await call('credentials.suggestRequest', { profileId: profile.id, credentialId: credential.id })
    openDialog(
      'Certificate signing request',
      (close) => <RequestForm profile={profile} credential={credential} suggestion={suggestion} onDone={close} />,
      { size: 'lg' },
    )
  } catch (error) {
    showError('Couldn’t open the form', error)
  }
}

interface RequestFormProps {
  readonly profile: Profile
  readonly credential: Credential
  readonly suggestion: RequestSuggestion
  readonly onDone: () => void
}

function RequestForm({ profile, credential, suggestion, onDone }: RequestFormProps): ReactElement {
  const client = useQueryClient()
  const form = useForm<RequestValues>({
    initialValues: startValues(credential.request ?? suggestion),
    validateInputOnChange: true,
    validate: (values) => {
      const parsed = formSchema.safeParse(values)
      return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [pathOf(issue.path), issue.message]))
    },
  })
  const create = useMutation({
    mutationFn: ({ names, ...subject }: z.output<typeof formSchema>) =>
      call('credentials.createRequest', {
        profileId: profile.id,
        credentialId: credential.id,
        subject,
        subjectAlternativeNames: names,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.credentials(profile.id).queryKey })
      onDone()
    },
  })

  function submit(): void {
    const parsed = formSchema.safeParse(form.values)
    if (parsed.success) create.mutate(parsed.data)
    else form.validate()
  }

  return (
    <DialogForm
      profile={profile}
      description={
        <>
          A CSR contains your public key and subject. It’s safe to share. <Explain term="csr" />
        </>
      }
      work={create}
      action="Create CSR"
      onCancel={onDone}
      onSubmit={submit}
    >
      <div className={classes['subject']}>
        <TextInput
          label="Common name (CN)"
          required
          data-autofocus
          className={classes['wide'] ?? ''}
          {...form.getInputProps('commonName')}
        />
        <TextInput label="Organization (O)" {...form.getInputProps('organization')} />
        <TextInput label="Organizational unit (OU)" {...form.getInputProps('organizationalUnit')} />
        <TextInput label="Locality (L)" {...form.getInputProps('locality')} />
        <TextInput label="State or province (ST)" {...form.getInputProps('state')} />
        <TextInput label="Country (C)" placeholder="DE" maxLength={2} {...form.getInputProps('country')} />
        <TextInput label="Email address" {...form.getInputProps('emailAddress')} />
      </div>
      <MoreAttributes suggestion={suggestion} values={form.values} />
      <div>
        <Input.Label>Subject alternative names</Input.Label>
        <Stack gap="xs">
          {form.values.names.map((_name, index) => (
            // Rows have no identity but their place.
            <div key={index} className={classes['name']}>
              <Select
                aria-label={`Type of name ${index + 1}`}
                data={nameTypes}
                {...form.getInputProps(`names.${index}.type`)}
              />
              <TextInput aria-label={`Name ${index + 1}`} {...form.getInputProps(`names.${index}.value`)} />
              <IconButton
                label={`Remove name ${index + 1}`}
                icon={IconTrash}
                mt={3}
                onClick={() => form.removeListItem('names', index)}
              />
            </div>
          ))}
          <div>
            <SecondaryButton
              size="xs"
              icon={IconPlus}
              disabled={form.values.names.length >= maxNames}
              onClick={() => form.insertListItem('names', { type: 'dns', value: '' })}
            >
              Add name
            </SecondaryButton>
          </div>
        </Stack>
      </div>
    </DialogForm>
  )
}

function startValues({ subject, subjectAlternativeNames }: RequestSuggestion): RequestValues {
  return { ...subject, names: subjectAlternativeNames.map((name) => ({ ...name })) }
}

interface MoreAttributesProps {
  readonly suggestion: RequestSuggestion
  readonly values: RequestValues
}

/** Says what becomes of the attributes without a field: they stay with the suggested subject only. */
function MoreAttributes({ suggestion: { subject, moreAttributes }, values }: MoreAttributesProps): ReactElement | null {
  if (moreAttributes === undefined) return null
  const isChanged = !isSameSubject(values, subject)
  return (
    <Notice tone={isChanged ? 'warn' : 'plain'}>
      {isChanged
        ? `A changed subject loses ${moreAttributes.join(', ')}: these attributes have no field here. To keep them, restore the subject, or create the CSR on the command line.`
        : `The subject also has ${moreAttributes.join(', ')}. These attributes and their order stay the same as long as you don’t change the subject.`}
    </Notice>
  )
}

/** Returns the path for an issue; that of a name with the wrong type is its value. */
function pathOf(path: readonly PropertyKey[]): string {
  const [member, index] = path
  return member === 'names' && index !== undefined ? `names.${String(index)}.value` : String(member)
}
