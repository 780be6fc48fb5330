import { addAttachment, readAttachment } from '../../actions/resources/attachments.ts'
import { attachmentBodyMax, createAttachment, showAttachment } from '../../contract/resources/attachments.ts'
import type { Router } from '../route/bind.ts'

export function attachmentRoutes(route: Router): void {
  route(
    createAttachment,
    async (call) => ({
      data: await addAttachment(call.sql, call, call.params.mailing_list_id, call.fields),
    }),
    { bodyLimit: attachmentBodyMax },
  )

  route(showAttachment, async (call) => {
    const { mailing_list_id: listId, id } = call.params
    return { data: await readAttachment(call.sql, call, { listId, id }) }
  })
}
