import { compileBody, createComposer } from '../../rendering/composer.ts'
import { findLinkIds, findSentVersion } from '../../store/responses/web-versions.ts'
import { readerOf } from '../../store/responses/rows.ts'
import type { TrackingToken } from '../../tracking/token.ts'
import type { PublicParts } from './visit.ts'

/**
 * A message as a web page, as its reader got it: with his codes, with counted links, without the open pixel, for what
 * he opens here is not the message. A content that was changed since has links that nobody wrote down: then they all
 * lead on without being counted.
 */
export async function webVersionOf(
  { database, secrets, baseUrl }: PublicParts,
  token: TrackingToken,
): Promise<string | null> {
  const { organizationId } = token
  const reader = readerOf(token)
  return database.within(organizationId).read(async (sql) => {
    const version = await findSentVersion(sql, organizationId, reader)
    const body = version?.content.contents.find(({ id }) => id === version.contentId)
    if (version === null || body === undefined) return null
    const { contentId, recipient } = version
    const compile = (links: boolean) => {
      const content = { ...version.content, tracking: { opens: false, links } }
      // No page shows the text part of a message that has HTML.
      const format = body.format === 'text' ? 'text' : 'html'
      return { content, compiled: compileBody(content, { ...body, format }) }
    }
    const tracked = compile(version.content.tracking.links)
    const urls = tracked.compiled.html?.links ?? []
    const linkIds = await findLinkIds(sql, organizationId, reader, contentId, urls)
    const { content, compiled } = linkIds === null ? compile(false) : tracked
    const bodies = [{ id: contentId, compiled, linkIds: linkIds ?? [] }]
    const composer = createComposer({ content, bodies, secrets, baseUrl })
    return composer.webVersion(recipient, { contentId, occasion: 0, now: new Date() })
  })
}
