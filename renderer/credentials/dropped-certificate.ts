/** The first byte of a certificate in DER (X.690 §8.9). */
const derSequence = 0x30

/** A dropped file's certificates as PEM text: PEM as it is, DER wrapped. */
export function certificateText(bytes: Uint8Array): string {
  if (bytes[0] !== derSequence) return new TextDecoder().decode(bytes)
  const base64 = btoa(Array.from(bytes, (value) => String.fromCharCode(value)).join(''))
  return `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/gu) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
}
