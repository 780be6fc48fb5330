/** How a text names an address. */

/** @param key the address as it is compared. @returns whether a text names it, in any case, and not a longer one. */
export function mentionOf(key: string): (text: string) => boolean {
  const written = [key, encodeURIComponent(key).toLowerCase()].map((text) =>
    text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}._+-])(?:${written.join('|')})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`,
    'u',
  )
  return (text) => pattern.test(text.normalize('NFC').toLowerCase())
}
