/** The bytes 0x80 to 0x9F. Five of them are undefined and keep their control character. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const control = /[\u0080-\u009f]/g

/** Also decodes ISO-8859-1, as browsers do (Encoding Standard): lists contain no control characters. */
export function decodeWindows1252(bytes: Buffer, from = 0, to = bytes.length): string {
  return bytes
    .toString('latin1', from, to)
    .replace(control, (character) => high[character.charCodeAt(0) - 0x80]!)
}
