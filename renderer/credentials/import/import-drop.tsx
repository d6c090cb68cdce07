import { IconCertificate } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react'
import { useImport } from './use-import.tsx'
import classes from './import-drop.module.css'

/** Imports certificates and keys that are dropped anywhere on the window. Mounted once, in the shell. */
export function ImportDrop(): ReactElement | null {
  const [isOver, setOver] = useState(false)
  const { drop } = useImport()
  const take = useEffectEvent((files: readonly File[]) => void drop(files))
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      // Within the window there is always something that is entered instead.
      if (event.relatedTarget === null) setOver(false)
    }
    const dropped = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', dropped)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', dropped)
    }
  }, [])
  if (!isOver) return null
  return (
    <div className={classes['drop']} role="status">
      <IconCertificate size={40} stroke={1.5} aria-hidden />
      <strong>Drop certificates and keys to import them</strong>
      <span>
        PEM, DER, PKCS#7, PKCS#12 or JWK. Certificates are matched to their keys. Keys are stored in your keychain.
      </span>
    </div>
  )
}
