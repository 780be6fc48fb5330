import { onlyVisibleOrganization, visibleOrganization } from '../../actions/organizations.ts'
import { listOrganizations, showOrganization } from '../../contract/organizations/endpoints.ts'
import { countOrganizations, findOrganization, findOrganizations } from '../../store/organizations/rows.ts'
import { organizationChangeRoutes } from './changes.ts'
import { organizationDeleteRoutes } from './delete.ts'
import type { PageTokens } from '../route/page-token.ts'
import { presentOrganization, type OrganizationFeatures } from './present.ts'
import type { Router } from '../route/bind.ts'
import { smallId } from '../route/call.ts'

export type OrganizationDependencies = OrganizationFeatures & { pageTokens: PageTokens }

export function organizationRoutes(route: Router, deps: OrganizationDependencies): void {
  route(listOrganizations, async (call) => {
    const { caller, query } = call
    const { name = null, name_contains: nameContains = null, ids = null, order_by: order } = query
    const { minimal = false } = query
    const filter = { id: onlyVisibleOrganization(caller), name, nameContains, ids }
    const scope = [caller.organization_id, 'organizations', filter, order]
    const page = deps.pageTokens.readPage(query, scope)
    const sql = filter.id === null ? call.everywhere() : call.sql
    const [found, count] = await Promise.all([
      findOrganizations(sql, filter, { order, start: page.start, limit: page.perPage + 1 }),
      countOrganizations(sql, filter),
    ])
    const nameOf = order === 'name' ? ({ name }: { name: string }) => name : undefined
    const { rows, paging } = deps.pageTokens.answerPage(page, found, count, nameOf)
    const data = rows.map((row) =>
      minimal ? { id: row.id, name: row.name } : presentOrganization(row, caller.role, deps),
    )
    return { data, paging }
  })

  route(showOrganization, async ({ within, caller, params }) => {
    const id = visibleOrganization(caller, smallId(params.organization_id, 'organization'))
    return { data: presentOrganization(await findOrganization(within(id), id), caller.role, deps) }
  })

  organizationChangeRoutes(route, deps)
  organizationDeleteRoutes(route)
}
