declare module 'node-forge/lib/oids.js' {
  /** Object identifiers by name, and names by object identifier. */
  const oids: Readonly<Record<string, string>>
  export default oids
}
