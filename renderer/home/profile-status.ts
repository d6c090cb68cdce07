/** What is remembered of a profile, also over a restart. Instants are ISO 8601. */
export interface ProfileStatus {
  readonly verified: { readonly token?: { readonly at: string } | undefined }
  readonly lastToken?: { readonly at: string; readonly ok: boolean } | undefined
  readonly lastFailure?:
    | {
        readonly what: string
        readonly message: string
        readonly at: string
        readonly recoveredAt?: string | undefined
      }
    | undefined
}
