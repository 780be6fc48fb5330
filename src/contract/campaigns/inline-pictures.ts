/** A picture of the organization that travels in the message: `<img src="cid:asset-5">` shows the asset 5. */
export type InlinePicture = {
  assetId: number
  /** Of the public address, for pages that show the message. */
  token: string
  filename: string
  contentType: string
  sizeBytes: number
  /** Base64, in lines that end with CR LF. */
  content: string
}

/** Of one content, all together: each message carries them. */
export const inlineBytesMax = 2 * 1_048_576
export const inlinePicturesMax = 20

const address = /cid:asset-(\d{1,9})(?![\d@])/g

/** @returns the ids that it names, each once. */
export function inlineAssetIds(html: string): number[] {
  return [...new Set([...html.matchAll(address)].map(([, id]) => Number(id)))]
}

export function replaceInline(html: string, replace: (assetId: number) => string): string {
  return html.replaceAll(address, (_, id: string) => replace(Number(id)))
}

/** A Content-ID has the form of an address (RFC 2392). */
export function contentIdOf(assetId: number): string {
  return `asset-${assetId}@pictures.invalid`
}

/** @returns what keeps the content from being sent, or null. */
export function inlineProblem(html: string, pictures: readonly InlinePicture[]): string | null {
  const ids = inlineAssetIds(html)
  if (ids.length > inlinePicturesMax) return `a content can have at most ${inlinePicturesMax} inline pictures`
  const missing = ids.find((id) => !pictures.some(({ assetId }) => assetId === id))
  if (missing !== undefined) return `there is no picture for cid:asset-${missing}: add it to the pictures`
  const bytes = pictures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (bytes <= inlineBytesMax) return null
  return `the inline pictures have more than ${inlineBytesMax / 1_048_576} MB together: make them smaller, or use their addresses`
}
