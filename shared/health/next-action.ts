import type { NextAction } from './health-schemas.ts'

const setUpLabels: Readonly<Record<Extract<NextAction, { kind: 'set-up' }>['step'], string>> = {
  'client-secret': 'Enter secret',
  key: 'Create key',
  request: 'Create CSR',
  certificate: 'Import certificate',
  confirmation: 'Confirm',
  activation: 'Activate',
}

/** Actions that are one and the same test. */
export const testActions: ReadonlySet<NextAction['kind']> = new Set(['get-token', 'test-connection', 'test-again'])

/** Returns the label of the action's button; undefined if there is nothing to do. */
export function nextActionLabel(action: NextAction): string | undefined {
  switch (action.kind) {
    case 'none':
      return undefined
    case 'replace':
      return 'Replace…'
    case 'continue-replacement':
      return `Continue (${action.place})`
    case 'diagnose':
      return 'Diagnose'
    case 'get-token':
      return 'Get a token'
    case 'test-connection':
      return 'Test connection'
    case 'test-again':
      return 'Test again'
    case 'set-up':
      return setUpLabels[action.step]
    case 'change-setting':
      // The label of a switch says what it does.
      return action.label.startsWith('Use ')
        ? `Change “${action.label}”…`
        : `Change ${action.label.charAt(0).toLowerCase()}${action.label.slice(1)}…`
  }
}
