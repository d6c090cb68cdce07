import { IconArrowRight } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { replacementProgress } from '#shared/replacements/replacement-messages.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { TogetherButtons, type StepFailures } from './together-buttons.tsx'
import classes from './replacements-page.module.css'

/** Renders the replacements in progress, with the steps that they can take together and why one failed. */
export function ReplacementsInProgress({ views }: { readonly views: readonly ReplacementView[] }): ReactElement {
  const { go } = useNavigation()
  const [failures, setFailures] = useState<StepFailures>(new Map())
  return (
    <Panel title="In progress" order={2} actions={<TogetherButtons views={views} onFailures={setFailures} />}>
      <ul className={classes['rows']}>
        {views.map((view) => {
          const failure = failures.get(view.profileId) ?? failureOf(view)
          return (
            <li key={view.profileId} className={classes['row']}>
              <span className={classes['name']}>{view.profileName}</span>
              <EnvironmentBadge environment={view.environment} isPractice={view.practice} />
              <span className={classes['progress']}>
                {replacementProgress(view.step)}
                {failure !== undefined && <span className={classes['failure']}>{failure}</span>}
              </span>
              <SecondaryButton
                size="xs"
                rightSection={<IconArrowRight size={14} />}
                onClick={() => go({ page: 'replacement', profileId: view.profileId })}
                aria-label={`Continue ${view.profileName}`}
              >
                Continue
              </SecondaryButton>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** Returns why the service refused the new key, if that is stored. */
function failureOf({ replacement: { trial, refusal } }: ReplacementView): string | undefined {
  return trial?.kind === 'failed' ? trial.message : refusal?.message
}
