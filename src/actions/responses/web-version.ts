import { compileBody, createComposer, orProblem } from '../../rendering/composer.ts'
import { findLinkIds, findSentVersion } from '../../store/responses/web-versions.ts'
import { findFrame, type PageFrame } from '../../store/responses/frame.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Visit } from './visit.ts'

export type WebPage = { html: string } | { subject: string; text: string; frame: PageFrame }

/** Without the open pixel. If the content has changed since, the links have no ids and are not tracked. */
export function findWebVersion(
  sql: Scoped,
  { organizationId, reader }: Pick<Visit, 'organizationId' | 'reader'>,
  { secrets, baseUrl }: { secrets: Secrets; baseUrl: string },
): Promise<WebPage | null> {
  return sql.read(async (sql) => {
    const version = await findSentVersion(sql, organizationId, reader)
    const body = version?.content.contents.find(({ id }) => id === version.contentId)
    if (version === null || body === undefined) return null
    const { contentId, recipient } = version
    const compile = (links: boolean) => {
      const content = { ...version.content, tracking: { opens: false, links } }
      // The page shows the text part only if the message has no HTML.
      const format = body.format === 'text' ? 'text' : 'html'
      return { content, compiled: compileBody(content, { ...body, format }) }
    }
    // A content that was changed since may no longer be one.
    const read = orProblem(() => compile(version.content.tracking.links))
    if ('problem' in read) return null
    const tracked = read.result
    const urls = tracked.compiled.html?.links ?? []
    const linkIds = await findLinkIds(sql, organizationId, reader, { contentId, urls })
    const { content, compiled } = linkIds === null ? compile(false) : tracked
    const { pictures = [] } = body
    const bodies = [{ id: contentId, compiled, linkIds: linkIds ?? [], pictures }]
    const composer = createComposer({ content, bodies, secrets, baseUrl })
    const shown = composer.webVersion(recipient, { contentId, occasion: 0, now: new Date() })
    if (shown === null || 'html' in shown) return shown
    const frame = await findFrame(sql, organizationId, reader.listId)
    return frame && { ...shown, frame }
  })
}
