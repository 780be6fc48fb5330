import { cancelMessage, resendMessage } from '../../actions/messages/changes.ts'
import { addMessages, createMessageAdds } from '../../actions/messages/create.ts'
import { renderUnsent } from '../../actions/messages/render.ts'
import { AppError } from '../../contract/api/errors.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { rangeIn } from '../../contract/api/query.ts'
import * as contract from '../../contract/messages/endpoints.ts'
import { messageBodyMax } from '../../contract/messages/input.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { createMessageTokens } from '../../links/messages.ts'
import { createMessageNames } from '../../links/verp.ts'
import type { Secrets } from '../../secrets/ring.ts'
import {
  findMessage,
  findMessageBody,
  findMessageEvents,
  findMessages,
  type MessageRow,
} from '../../store/messages/rows.ts'
import type { Router } from '../route/bind.ts'
import type { Call } from '../route/call.ts'
import { presentMessage } from './present.ts'

const bodyLimit = messageBodyMax

type Parts = { secrets: Secrets; baseUrl: string }

export function messageRoutes(route: Router, { secrets, baseUrl }: Parts): void {
  const names = createMessageNames(secrets)
  const parts = { tokens: createMessageTokens(secrets), baseUrl, now: () => new Date(), via: 'api' } as const
  const add = createMessageAdds(parts)
  const present = (row: MessageRow, { caller }: Pick<Call<'', never>, 'caller'>) =>
    presentMessage(row, caller, names)

  route(
    contract.createMessage,
    async (call) => {
      const isAlone = call.isAlone || call.once !== null
      return { data: present(await add({ sql: call.sql, actor: call, isAlone }, call.fields), call) }
    },
    { bodyLimit },
  )

  route(
    contract.createMessages,
    async (call) => {
      const results = await addMessages(call.sql, call, parts, call.fields)
      const data = results.map((result) =>
        result instanceof AppError
          ? { status: 'failed' as const, message: null, error_message: result.message }
          : { status: 'queued' as const, message: present(result, call), error_message: null },
      )
      return { data }
    },
    { bodyLimit },
  )

  route(
    contract.renderMessage,
    async (call) => ({ data: await renderUnsent(call.sql, call, { baseUrl }, call.fields) }),
    { bodyLimit },
  )

  route(contract.listMessages, async (call) => {
    const request = call.page()
    const { email, stream, tag, state } = call.query
    const filter = { email, stream, tag, state, ...rangeIn(call.query, 'created_at', call.caller.time_zone) }
    const { rows, count } = await findMessages(call.sql, call.caller.organization_id, filter, request)
    return { data: rows.map((row) => present(row, call)), paging: pagingOf(request, count) }
  })

  route(contract.showMessage, async (call) => {
    const { organization_id: organizationId, time_zone: zone } = call.caller
    const { id } = call.params
    const row = await findMessage(call.sql, organizationId, id)
    const [body, events] = await Promise.all([
      findMessageBody(call.sql, organizationId, id),
      findMessageEvents(call.sql, organizationId, id),
    ])
    const kept = body ?? { html: null, text: null, headers: [], attachments: [] }
    const told = events.map((event) => ({ ...event, at: formatInstant(event.at.getTime(), zone) }))
    return { data: { ...present(row, call), has_body: body !== null, ...kept, events: told } }
  })

  route(contract.cancelMessage, async (call) => ({
    data: present(await cancelMessage(call.sql, call, call.params.id), call),
  }))

  route(contract.resendMessage, async (call) => ({
    data: present(await resendMessage(call.sql, call, call.params.id), call),
  }))
}
