import { IconCertificate } from '@tabler/icons-react'
import { useEffect, useState, type ReactElement } from 'react'
import { call } from '../app/clavis.ts'
import { certificateText } from './dropped-certificate.ts'
import { importCertificates } from './import-certificates.tsx'
import classes from './credentials.module.css'

/** Takes certificates that are dropped anywhere on the window. Mounted once, in the shell. */
export function CertificateDrop(): ReactElement | null {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      void importFiles([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  if (!isOver) return null
  return (
    <div className={classes['drop']} role="status">
      <IconCertificate size={40} aria-hidden />
      Drop certificates to import them
    </div>
  )
}

function importFiles(files: readonly File[]): Promise<void> {
  return importCertificates(async () => {
    const texts = await Promise.all(
      files.map(async (file) => certificateText(new Uint8Array(await file.arrayBuffer()))),
    )
    return call('credentials.importText', { text: texts.join('\n') })
  })
}
