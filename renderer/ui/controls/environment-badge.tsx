import type { ReactElement } from 'react'
import { type Environment, environmentNames } from '#shared/profiles/environment.ts'
import classes from '../text/badge.module.css'

interface EnvironmentShapeProps {
  readonly environment: Environment
  /** Pixels. */
  readonly size?: number
}

/**
 * Renders the environment's shape in the text's color: a dashed ring (Mock: nothing is real), a half-filled diamond
 * (Client Testing), a solid octagon (Production: stop and think). Decorative: the name is beside it.
 */
export function EnvironmentShape({ environment, size = 12 }: EnvironmentShapeProps): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden focusable="false">
      {environment === 'mock' && (
        <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.4 2.3" />
      )}
      {environment === 'client-testing' && (
        <>
          <path
            d="M6 .9 11.1 6 6 11.1.9 6Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinejoin="round"
          />
          <path d="M6 .9v10.2L.9 6Z" fill="currentColor" />
        </>
      )}
      {environment === 'production' && <path d="M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7Z" fill="currentColor" />}
    </svg>
  )
}

interface EnvironmentBadgeProps {
  readonly environment: Environment
  readonly isPractice?: boolean
}

/** Renders the environment by name, shape and color. Only Production is filled, and a practice profile has no color. */
export function EnvironmentBadge({ environment, isPractice = false }: EnvironmentBadgeProps): ReactElement {
  return (
    <span className={classes['badge']} data-environment={isPractice ? undefined : environment}>
      <EnvironmentShape environment={environment} />
      {environmentNames[environment]}
    </span>
  )
}
