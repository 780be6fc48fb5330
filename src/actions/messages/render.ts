import type { RenderInput } from '../../contract/messages/input.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { renderSingle, type SingleText } from '../../rendering/mails/single.ts'
import { findTemplateContents } from '../../store/messages/templates.ts'
import type { Actor } from '../actor.ts'
import { atField } from './content-faults.ts'
import { findContent } from './draft.ts'

/** With an unsubscribe link that leads nowhere. Nothing is saved. @throws AppError `validation_failed`. */
export function renderUnsent(
  sql: Scoped,
  { caller }: Pick<Actor, 'caller'>,
  { baseUrl }: { baseUrl: string },
  fields: () => RenderInput,
): Promise<SingleText> {
  return sql.read(async (sql) => {
    const input = fields()
    const ids = input.template_id === undefined ? [] : [input.template_id]
    const templates = await findTemplateContents(sql, caller.organization_id, ids)
    const { content, isShared } = findContent({ templates }, input)
    const occasion = {
      to: input.to?.address ?? 'reader@example.com',
      fromName: input.from_name ?? '',
      fromEmail: '',
      replyTo: '',
      data: input.data ?? {},
      unsubscribeUrl: `${baseUrl}/m/preview`,
      now: new Date(),
      zone: caller.time_zone,
      isShared,
    }
    return atField(input, () => renderSingle(content, occasion))
  })
}
