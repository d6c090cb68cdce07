/** Maximum size of a file or pasted text, bytes: far above any bundle of certificates. */
export const maxContentBytes = 5_000_000

/** Maximum size of all contents of an import, bytes. */
export const maxImportBytes = 20_000_000

/** Maximum number of certificates of an import. */
export const maxCertificates = 5_000

/** Maximum number of unusable parts that an import reports one by one. */
export const maxReportedParts = 1_000

/** How long the worker may read and match one import, milliseconds. */
export const importTimeoutMs = 60_000

/** Heap of the worker, MiB. What ArrayBuffers take is limited by {@link budgetLimits}. */
export const workerMemory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 } as const

/** Maximum cost of parsing an import's contents. */
export const budgetLimits = {
  /** Rounds of PBKDF2, or what takes as long: some 15 seconds. Ten files of what careful programs write. */
  rounds: 30_000_000,
  /** ASN.1 elements and JSON values: twenty for each of the maximum certificates, and as many again. */
  elements: 200_000,
  /** Bytes that are decoded, joined or decrypted. */
  bytes: 100_000_000,
} as const
