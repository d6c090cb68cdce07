const size = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** Writes a size on disk: `1.2 MiB`. @param bytes the size */
export function sizeWords(bytes: number): string {
  const mebibytes = bytes / 2 ** 20
  return mebibytes < 0.1 ? `${size.format(bytes / 1024)} KiB` : `${size.format(mebibytes)} MiB`
}
