import { previewRemote, type RemoteParts } from '../../actions/lists/remote-query.ts'
import { previewRemoteQuery } from '../../contract/lists/remote-query.ts'
import type { Router } from '../route/bind.ts'

export function remoteQueryRoutes(route: Router, parts: RemoteParts): void {
  route(previewRemoteQuery, async (call) => {
    const { mailing_list_id: listId } = call.params
    const data = await call.whileConnected((signal) =>
      previewRemote(call.sql, call, { listId, signal, parts }, call.fields),
    )
    return { data }
  })
}
