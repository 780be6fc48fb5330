import type { z } from 'zod'
import { notFound } from '../../contract/api/errors.ts'
import type { renderAutoresponder, RenderInput } from '../../contract/campaigns/check.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { findAutoresponderContent } from '../../store/campaigns/message-content.ts'
import type { Actor } from '../actor.ts'
import { renderMessage } from '../campaigns/render.ts'
import { findListAutoresponder, type AutoresponderPlace } from './changes.ts'

export function renderOfAutoresponder(
  sql: Scoped,
  actor: Actor,
  { origin, ...place }: AutoresponderPlace & { origin: string },
  fields: () => RenderInput,
): Promise<z.input<typeof renderAutoresponder.data>> {
  return sql.read(async (sql) => {
    const { id } = await findListAutoresponder(sql, actor, place, { withSteps: true })
    const message = await findAutoresponderContent(sql, actor.caller.organization_id, id)
    if (message === null) throw notFound('autoresponder')
    return renderMessage(sql, actor, { message, origin }, fields())
  })
}
