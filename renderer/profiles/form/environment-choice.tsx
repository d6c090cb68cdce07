import { Radio, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { environments, type Environment } from '#shared/profiles/environment.ts'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import classes from './profile-form.module.css'

const words: Readonly<Record<Environment, string>> = {
  mock: 'Uses a client secret, no certificate. For trying things out.',
  'client-testing': 'Uses certificates, like Production.',
  production: 'Live payments. Extra confirmation required.',
}

/** Of the practice service, where nothing is live. */
const practiceWords = 'Works like live payments, simulated by the practice service.'

interface EnvironmentChoiceProps {
  readonly value: Environment
  readonly isPractice?: boolean | undefined
  readonly onChange: (environment: Environment) => void
}

/** The environment as three cards; without color for a practice profile. */
export function EnvironmentChoice({ value, isPractice = false, onChange }: EnvironmentChoiceProps): ReactElement {
  return (
    <Radio.Group
      label="Environment"
      value={value}
      onChange={(chosen) => {
        const environment = environments.find((each) => each === chosen)
        if (environment !== undefined) onChange(environment)
      }}
    >
      <div className={classes['environments']}>
        {environments.map((environment) => (
          <Radio.Card key={environment} value={environment}>
            <EnvironmentBadge environment={environment} isPractice={isPractice} />
            <Text span display="block" size="xs" c="dimmed" mt="xs">
              {isPractice && environment === 'production' ? practiceWords : words[environment]}
            </Text>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
