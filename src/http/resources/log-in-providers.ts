import {
  addProvider,
  changeProvider,
  providersOf,
  removeProvider,
  testProvider,
} from '../../actions/resources/log-in-providers.ts'
import type { SingleSignOn } from '../../actions/users/single-sign-on/parts.ts'
import {
  logInProviderEndpoints as endpoints,
  logInProviderSelection,
  providerPaths,
} from '../../contract/resources/log-in-providers.ts'
import type { LogInProviderRow } from '../../store/resources/log-in-providers.ts'
import type { Caller } from '../../store/callers.ts'
import type { Router } from '../route/bind.ts'
import { placeOf, readRoutes } from './routes.ts'

export function logInProviderRoutes(route: Router, parts: SingleSignOn): void {
  const present = (row: LogInProviderRow, { organization_id: id }: Pick<Caller, 'organization_id'>) => ({
    ...row,
    redirect_uri: `${parts.baseUrl}${providerPaths.callback}/${id}`,
    log_out_uri: `${parts.baseUrl}${providerPaths.ended}/${id}`,
  })
  readRoutes(route, endpoints, logInProviderSelection, { resource: providersOf(parts.secrets), present })

  route(endpoints.create, async (call) => {
    const { actor } = await placeOf(call)
    return { data: present(await addProvider(call, actor, parts, call.fields), call.caller) }
  })

  route(endpoints.update, async (call) => {
    const { actor, id } = await placeOf(call)
    const { fields } = call
    return {
      data: present(await changeProvider(call, actor, parts, { id, fields }), call.caller),
    }
  })

  route(endpoints.remove, async (call) => {
    const { actor, id } = await placeOf(call)
    await removeProvider(call, actor, parts, id)
    return { data: null }
  })

  route(endpoints.test, async (call) => {
    const { organization_id: organizationId } = call.caller
    return { data: await testProvider(call.sql, organizationId, parts, call.params.id) }
  })
}
