export type Picture = { contentType: PictureType; width_px: number; height_px: number }
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** By the first bytes, whatever the name says. @returns null unless it is a PNG, JPEG, GIF or WebP. */
export function readPicture(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const begins = (text: string, at = 0) =>
    bytes.length >= at + text.length &&
    Array.from(text).every((letter, place) => bytes[at + place] === letter.charCodeAt(0))
  if (begins('\x89PNG\r\n\x1a\n') && begins('IHDR', 12) && bytes.length >= 24) {
    return sized('image/png', view.getUint32(16), view.getUint32(20))
  }
  if ((begins('GIF87a') || begins('GIF89a')) && bytes.length >= 10) {
    return sized('image/gif', view.getUint16(6, true), view.getUint16(8, true))
  }
  if (begins('RIFF') && begins('WEBP', 8) && bytes.length >= 30) return readWebp(view, begins)
  if (begins('\xff\xd8\xff')) return readJpeg(view)
  return null
}

function sized(contentType: PictureType, width_px: number, height_px: number): Picture | null {
  return width_px > 0 && height_px > 0 && width_px <= 20_000 && height_px <= 20_000
    ? { contentType, width_px, height_px }
    : null
}

function readWebp(view: DataView, begins: (text: string, at: number) => boolean): Picture | null {
  if (begins('VP8X', 12)) {
    const side = (at: number) => (view.getUint8(at) | (view.getUint16(at + 1, true) << 8)) + 1
    return sized('image/webp', side(24), side(27))
  }
  if (begins('VP8L', 12)) {
    const bits = view.getUint32(21, true)
    return sized('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  return begins('VP8 ', 12)
    ? sized('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    : null
}

/** The segments before the frame are skipped; the markers C0 to CF are frames, except for three. */
function readJpeg(view: DataView): Picture | null {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return sized('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5))
    }
    const hasLength = marker !== 0xff && marker !== 0x01 && !(marker >= 0xd0 && marker <= 0xd8)
    const skip = marker === 0xff ? 1 : 2
    at += hasLength ? 2 + view.getUint16(at + 2) : skip
  }
  return null
}
