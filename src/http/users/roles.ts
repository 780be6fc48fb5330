import { addRole, changeRole } from '../../actions/users/roles.ts'
import { userRoleEndpoints } from '../../contract/users/roles.ts'
import { userRoles } from '../../store/users/roles.ts'
import { placeOf, readRoutes, removeRoute } from '../resources/routes.ts'
import type { Router } from '../route/bind.ts'

export function userRoleRoutes(route: Router): void {
  const { own } = userRoleEndpoints
  readRoutes(route, own, userRoleEndpoints, { resource: userRoles, present: (row) => row })
  route(own.create, async (call) => {
    const { sql, actor } = await placeOf(call)
    return { data: await addRole(sql, actor, call.fields) }
  })
  route(own.update, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    return { data: await changeRole(sql, actor, id, call.fields) }
  })
  removeRoute(route, own.remove, userRoles)
}
