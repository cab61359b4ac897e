/** The base64 alphabet as character codes. */
const alphabet = Uint8Array.from(
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'),
)

/** Writes the lower 24 bits of a number as four base64 characters. */
export function writeBase64(target: Uint8Array, at: number, bits: number): void {
  target[at] = alphabet[(bits >>> 18) & 63] as number
  target[at + 1] = alphabet[(bits >>> 12) & 63] as number
  target[at + 2] = alphabet[(bits >>> 6) & 63] as number
  target[at + 3] = alphabet[bits & 63] as number
}
