import type { Environment } from '../../shared/model/environment.ts'
import type { TimelinePalette } from './timeline-palette.ts'

/** The environment's colour in a drawing. */
export function environmentColour(environment: Environment, palette: TimelinePalette): string {
  switch (environment) {
    case 'mock':
      return palette.mock
    case 'client-testing':
      return palette.testing
    case 'production':
      return palette.production
  }
}
