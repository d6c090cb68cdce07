import type { ReactElement } from 'react'
import { EnvironmentShape } from '../ui/controls/environment-badge.tsx'
import classes from './welcome-preview.module.css'

const profiles = [
  {
    name: 'Acme Production',
    environment: 'production',
    next: 'Replace the certificate',
    left: '12 days',
    tone: 'warn',
  },
  { name: 'Acme Client Testing', environment: 'client-testing', next: 'Ready', left: '214 days', tone: 'good' },
  { name: 'Acme Mock', environment: 'mock', next: 'Ready', left: '–', tone: 'good' },
] as const

const reports = [
  { name: 'Nordwind Travel weekly settlement', status: 'Completed', amount: '48,261.98 EUR', tone: 'good' },
  { name: 'Harbour Foods daily transactions', status: 'Errored', amount: '1,904.50 USD', tone: 'bad' },
  { name: 'Atlas Books monthly fees', status: 'Completed', amount: '312.07 GBP', tone: 'good' },
] as const

/** Draws what people get: a warning, profiles with the days left of their certificates, and a list. */
export function WelcomePreview(): ReactElement {
  return (
    <div
      className={classes['preview']}
      role="img"
      aria-label="Example: a certificate that expires in 12 days, three profiles, and a list of 25,000 reports"
    >
      <p className={classes['warning']} data-tone="warn">
        Acme Production: certificate expires in 12 days.
        <span>Replace…</span>
      </p>
      <table className={classes['table']}>
        <tbody>
          {profiles.map(({ name, environment, next, left, tone }) => (
            <tr key={name}>
              <th>
                <span className={classes['shape']} data-environment={environment}>
                  <EnvironmentShape environment={environment} size={11} />
                </span>
                {name}
              </th>
              <td data-tone={tone}>{next}</td>
              <td data-tone={tone}>{left}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['list']}>
        <strong>Reports</strong>
        <span>25,000 records</span>
      </p>
      <table className={classes['table']}>
        <tbody>
          {reports.map(({ name, status, amount, tone }) => (
            <tr key={name}>
              <th>{name}</th>
              <td data-tone={tone}>{status}</td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
