import { IconCircleCheck, IconCircleDashed, IconCircleX, IconFlag } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ChainLink } from '#shared/credentials/inspection.ts'
import { inUtc } from '#shared/values/date-text.ts'
import { ExpiryBadge } from '../ui/text/expiry-badge.tsx'
import classes from './certificate-chain.module.css'

const signatures: Readonly<
  Record<ChainLink['signature'], { readonly words: string; readonly icon: typeof IconFlag; readonly tone: string }>
> = {
  verified: { words: 'Signed by the next certificate', icon: IconCircleCheck, tone: 'good' },
  root: { words: 'Self-signed root', icon: IconFlag, tone: 'plain' },
  'issuer-missing': { words: 'Issuer certificate not included', icon: IconCircleDashed, tone: 'plain' },
  broken: { words: 'Not signed by the next certificate', icon: IconCircleX, tone: 'bad' },
}

interface CertificateChainProps {
  readonly links: readonly ChainLink[]
  /** Of the profile, in days before expiry. */
  readonly thresholds: readonly number[]
}

/** A certificate and its issuers, each link checked. */
export function CertificateChain({ links, thresholds }: CertificateChainProps): ReactElement {
  return (
    <ol>
      {links.map((link, index) => {
        const { words, icon: Icon, tone } = signatures[link.signature]
        return (
          <li key={link.sha256} className={classes['link']}>
            <Icon className={classes['icon']} data-tone={tone} size={16} aria-hidden />
            <div className={classes['words']}>
              <span>{link.subject}</span>
              <span className={classes['aside']}>
                {words} · {inUtc(link.notBefore)} to {inUtc(link.notAfter)}
              </span>
            </div>
            {/* A root’s expiry decides nothing: it is not sent, and whoever verifies has its own. */}
            {(index === 0 || link.signature !== 'root') && <ExpiryBadge validity={link} thresholds={thresholds} />}
          </li>
        )
      })}
    </ol>
  )
}
