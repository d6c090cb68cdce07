import { Collapse, Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { stateNames } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { LintFinding } from '#shared/credentials/inspection.ts'
import { keyIdOf } from '#shared/credentials/key-id.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import { validityMoments } from '#shared/expiry/profile-expiry.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useWatchedCertificate } from '../expiry/use-warnings.ts'
import { WarningState } from '../expiry/warning-state.tsx'
import { queries, useReadOnly } from '../platform/queries.ts'
import { Explain } from '../ui/controls/explain.tsx'
import { StepMark } from '../ui/layout/step-mark.tsx'
import { CopyButton } from '../ui/text/copy-button.tsx'
import { Instant, useDates } from '../ui/text/dates.tsx'
import { ExpiryBadge } from '../ui/text/expiry-badge.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { CredentialDetails } from './credential-details.tsx'
import { CredentialMenu } from './credential-menu.tsx'
import { nextStep } from './credential-next-step.ts'
import { nameAmong } from './detail-messages.ts'
import { lifeStateWords, lifeSteps } from './lifecycle-steps.ts'
import { LintSummary } from './lint-findings.tsx'
import { AfterActivationLine, NextStepLine } from './next-step-line.tsx'
import { useCredentialActions } from './use-credential-actions.tsx'
import classes from './credential-card.module.css'

/** Findings that the card shows in other ways. */
const shownElsewhere: readonly LintFinding['rule'][] = ['expired', 'expires-soon', 'not-yet-valid']

interface CredentialCardProps {
  readonly profile: Profile
  readonly credential: Credential
  /** All of the profile: the next step of one depends on the others. */
  readonly credentials: readonly Credential[]
  /** Whether the person navigated to this one: it is scrolled into view and gets the focus. */
  readonly isChosen: boolean
  /** Whether its next step is the main one of the page. */
  readonly isPrimary: boolean
}

/** Renders a credential: its state, its next step, and details on request. */
export function CredentialCard(props: CredentialCardProps): ReactElement {
  const { profile, credential, credentials, isChosen, isPrimary } = props
  const [isOpen, setOpen] = useState(false)
  const readOnly = useReadOnly(profile)
  const actions = useCredentialActions(profile, credential, credentials)
  const inspection = useQuery(queries.inspection(profile.id, credential.id))
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const watched = useWatchedCertificate(credential.id)
  const thresholds = watched?.thresholds ?? []
  const step = nextStep(
    credential,
    credentials,
    thresholds,
    useNow(undefined, validityMoments(credentials)),
    useDates().timeZone,
  )
  const keyId =
    profile.clientAuthentication === 'private_key_jwt' && credential.state === 'active'
      ? keyIdOf(profile.kid, credential, credentials)
      : undefined
  const title = nameAmong(credential, credentials)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isChosen) return
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'center' })
  }, [isChosen])

  return (
    <article
      ref={card}
      className={classes['card']}
      data-state={credential.state}
      data-chosen={isChosen}
      data-focus-scope
      aria-label={title}
      tabIndex={isChosen ? -1 : undefined}
    >
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <div className={classes['words']}>
          <h3 className={classes['title']}>{title}</h3>
          <Group component="p" gap="4px 14px" mt={4} fz="sm" c="dimmed">
            <span className={classes['state']}>{stateNames[credential.state]}</span>
            <span>RSA {credential.keySize}</span>
            <span>
              {'activatedAt' in credential ? (
                <>
                  active since <Instant value={credential.activatedAt} />
                </>
              ) : 'retiredAt' in credential ? (
                <>
                  retired <Instant value={credential.retiredAt} />
                </>
              ) : (
                <>
                  created <Instant value={credential.createdAt} />
                </>
              )}
            </span>
          </Group>
        </div>
        {certificate !== undefined && (
          <ExpiryBadge
            validity={validityOf(certificate)}
            thresholds={thresholds}
            isRetired={credential.state === 'retired'}
          />
        )}
        <CredentialMenu name={title} credential={credential} actions={actions} watched={watched} />
      </Group>

      {watched !== undefined && <WarningState certificate={watched} />}

      {credential.state !== 'active' && credential.state !== 'retired' && <LifeLine credential={credential} />}

      {certificate !== undefined && (
        <p className={classes['thumbprint']}>
          <span>{keyId === certificate.thumbprint.sha1 ? 'Thumbprint, sent as key ID' : 'Thumbprint'}</span>
          <Mono>{certificate.thumbprint.sha1}</Mono>
          <CopyButton text={certificate.thumbprint.sha1} label="Copy thumbprint" />
          <Explain term={keyId === certificate.thumbprint.sha1 ? 'kid' : 'thumbprint'} />
        </p>
      )}
      {keyId !== undefined && keyId !== certificate?.thumbprint.sha1 && (
        <p className={classes['thumbprint']} data-differs>
          <IconAlertTriangle size={15} aria-hidden />
          <span>Key ID sent instead</span>
          <Mono>{keyId}</Mono>
          <CopyButton text={keyId} label="Copy key ID" />
        </p>
      )}

      <LintSummary
        // The badge above and the next step below speak of the time.
        findings={(inspection.data?.findings ?? []).filter(({ rule }) => !shownElsewhere.includes(rule))}
        onShow={() => setOpen(true)}
      />

      {step !== 'none' && !readOnly && (
        <NextStepLine
          profile={profile}
          credential={credential}
          credentials={credentials}
          step={step}
          isPrimary={isPrimary}
        />
      )}

      {credential.state === 'active' && step === 'none' && !readOnly && (
        <AfterActivationLine profile={profile} isPrimary={isPrimary} />
      )}

      <UnstyledButton className={classes['more'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronDown size={15} data-open={isOpen} aria-hidden />
        Details
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <CredentialDetails
          profile={profile}
          credential={credential}
          inspection={inspection.data}
          thresholds={thresholds}
          isRequestShown={step !== 'export-request'}
        />
      </Collapse>
    </article>
  )
}

interface LifeLineProps {
  readonly credential: Exclude<Credential, { state: 'active' | 'retired' }>
}

/** Renders the steps of a credential that is not yet active, marked as done, skipped or next. */
function LifeLine({ credential }: LifeLineProps): ReactElement {
  return (
    <ol className={classes['life']} aria-label="Steps">
      {lifeSteps(credential).map(({ name, state }) => (
        <li key={name} data-state={state} {...(state === 'next' ? { 'aria-current': 'step' as const } : {})}>
          <StepMark state={state} />
          <span className={classes['name']}>{name}</span>
          <VisuallyHidden>, {lifeStateWords[state]}</VisuallyHidden>
        </li>
      ))}
    </ol>
  )
}
