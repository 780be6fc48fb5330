import type { z } from 'zod'
import { notFound } from '../../contract/api/errors.ts'
import type { checkAutoresponder } from '../../contract/campaigns/check.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { AutoresponderRow } from '../../store/autoresponders/rows.ts'
import { findSteps, type StepRow } from '../../store/autoresponders/sequence-steps.ts'
import { findAutoresponderContent } from '../../store/campaigns/message-content.ts'
import type { Actor } from '../actor.ts'
import { inspectLanguage } from '../campaigns/checking/language.ts'
import { inspectContents, type NamedContent } from '../campaigns/checking/contents.ts'
import { presentFindings, senderOf } from '../campaigns/checking/found.ts'
import { inspectSender } from '../campaigns/checking/sender.ts'
import { contentOf, findListAutoresponder, type AutoresponderPlace } from './changes.ts'

/** The first message and those of the steps, each under its name. */
export async function checkOfAutoresponder(
  sql: Scoped,
  actor: Pick<Actor, 'caller' | 'audit'>,
  { origin, ...place }: AutoresponderPlace & { origin: string },
): Promise<z.input<typeof checkAutoresponder.data>> {
  const { organization_id: organizationId } = actor.caller
  const { message, contents, found } = await sql.read(async (sql) => {
    const first = await findListAutoresponder(sql, actor, place)
    const message = await findAutoresponderContent(sql, organizationId, first.id)
    if (message === null) throw notFound('autoresponder')
    const contents = [first, ...(await findSteps(sql, organizationId, first.id))].map(namedContent)
    const found = [
      ...(await inspectSender(sql, message)),
      ...(await inspectContents(sql, message, { contents, origin })),
    ]
    return { message: { ...message, contents: contents.map(({ body }) => body) }, contents, found }
  })
  // Who triggers it is not known before.
  const said = await inspectLanguage(sql, { message, clauses: null, origin })
  const nameOf = new Map(contents.map(({ name, body }) => [body.id, name]))
  const named = said.map((one) => ({
    ...one,
    content_name: contents.length > 1 ? (nameOf.get(one.content_id) ?? null) : null,
  }))
  return {
    sender: senderOf(message),
    messages: contents.map(({ name, body, document }) => ({
      content_id: body.id,
      name,
      subject: body.subject,
      preview_text: document?.preheader ?? '',
    })),
    findings: presentFindings([...found, ...named]),
  }
}

/** The id is that of the autoresponder or the step. */
function namedContent(row: AutoresponderRow | StepRow): NamedContent {
  return { name: row.name, body: { id: row.id, ...contentOf(row) }, document: row.content_document }
}
