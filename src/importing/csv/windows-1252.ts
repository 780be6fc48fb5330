/** What the bytes 0x80 to 0x9F mean; five of them mean nothing and stay what they are in ISO-8859-1. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const control = /[\u0080-\u009f]/g

/**
 * Decodes one character a byte. ISO-8859-1 is decoded in the same way, as browsers do (Encoding Standard): it has
 * control characters for those bytes, which no list of subscribers contains.
 */
export function decodeWindows1252(bytes: Buffer, from = 0, to = bytes.length): string {
  return bytes
    .toString('latin1', from, to)
    .replace(control, (character) => high[character.charCodeAt(0) - 0x80]!)
}
