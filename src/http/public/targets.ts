/** What an open of a message is answered with. */
export const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The normalized url, for a header value. null unless it is http or https. */
export function targetOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}
