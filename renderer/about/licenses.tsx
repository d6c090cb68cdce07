import { Title } from '@mantine/core'
import type { ReactElement } from 'react'
import { CodeBlock } from '../ui/text/code-block.tsx'
import { runtimePackageList } from './build-facts.ts'
import classes from './about-dialog.module.css'

/** The licenses of every package in the app; each opens to its text. */
export function Licenses(): ReactElement {
  return (
    <section className={classes['licenses']} aria-label="Licenses">
      <Title order={3} size="h4">
        Licenses
      </Title>
      <p className={classes['note']}>
        Clavis is built with these packages. Chromium’s licenses are in LICENSES.chromium.html beside the app.
      </p>
      {runtimePackageList.map(({ name, version, license, licenseText }) => (
        <details key={`${name} ${version}`} className={classes['package']}>
          <summary>
            {name} {version} · {license}
          </summary>
          <CodeBlock label={`License of ${name}`} mt="xs" mah="none">
            {licenseText === '' ? 'The package has no license text.' : licenseText}
          </CodeBlock>
        </details>
      ))}
    </section>
  )
}
