/**
 * Splits an address where it may break, after the slashes of its path: `https://a.example/b/c` to `https://a.example/`,
 * `b/` and `c`. Other text stays whole.
 */
export function addressParts(text: string): string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) return [text]
  return text.split(/(?<=[^:/]\/)/u)
}
