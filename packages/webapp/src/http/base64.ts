/** Base64 as character codes. */
const alphabet = Uint8Array.from(
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'),
)

/** Four characters of base64 for the lower 24 bits of a number. */
export function base64Of(bits: number): string {
  return String.fromCharCode(
    alphabet[(bits >>> 18) & 63] as number,
    alphabet[(bits >>> 12) & 63] as number,
    alphabet[(bits >>> 6) & 63] as number,
    alphabet[bits & 63] as number,
  )
}
