import { addScimUser, changeScimUser, findScimUser, removeScimUser } from '../../actions/scim/users.ts'
import type { Filter } from '../../contract/scim/filter.ts'
import { demanded } from '../../contract/scim/match.ts'
import { patched, readOperations } from '../../contract/scim/patch.ts'
import { userKind } from '../../contract/scim/schemas.ts'
import { readUser, writtenUser } from '../../contract/scim/users.ts'
import { readResource } from '../../contract/scim/values.ts'
import { parseId } from '../../contract/values/text.ts'
import { countScimUsers, findScimUsers, type ScimUserRow, type Wanted } from '../../store/scim/users.ts'
import { requireMatch, type Answered } from './answers.ts'
import { answerList, searchOf } from './lists.ts'
import { etagOf, presentUser, selectionOf } from './present.ts'
import { answerOne, idOf, type ScimRoute, type Visit } from './visit.ts'

export function userRoutes(route: ScimRoute): void {
  route('GET', '/Users', (visit) => list(visit, visit.asked))
  route('POST', '/Users/.search', async (visit) => list(visit, searchOf(await visit.body())))
  route('POST', '/Users', async (visit) => {
    const user = readUser(readResource(userKind, await visit.body()))
    const selection = selectionOf(userKind, visit.asked)
    const row = await addScimUser(visit.sql, visit.actor, user)
    return answerOne(userKind, presentUser(visit.base, row), { ...visit, selection, isNew: true })
  })
  route('GET', '/Users/:id', async (visit) => {
    const selection = selectionOf(userKind, visit.asked)
    const row = await findScimUser(visit.sql, visit.actor.organizationId, idOf(visit, 'user'))
    return answerOne(userKind, presentUser(visit.base, row), { ...visit, selection })
  })
  route('PUT', '/Users/:id', async (visit) => {
    const user = readUser(readResource(userKind, await visit.body()))
    return change(visit, () => user)
  })
  route('PATCH', '/Users/:id', async (visit) => {
    const operations = readOperations(await visit.body())
    return change(visit, (row) => readUser(patched(userKind, writtenUser(row), operations)))
  })
  route('DELETE', '/Users/:id', async (visit) => {
    const check = (row: ScimUserRow) => requireMatch(visit.request, etagOf(presentUser(visit.base, row)))
    await removeScimUser(visit.sql, visit.actor, { id: idOf(visit, 'user'), check })
    return {}
  })
}

async function change(
  visit: Visit,
  read: (row: ScimUserRow) => ReturnType<typeof readUser>,
): Promise<Answered> {
  const selection = selectionOf(userKind, visit.asked)
  const row = await changeScimUser(visit.sql, visit.actor, {
    id: idOf(visit, 'user'),
    read: (before) => {
      requireMatch(visit.request, etagOf(presentUser(visit.base, before)))
      return read(before)
    },
  })
  return answerOne(userKind, presentUser(visit.base, row), { ...visit, selection })
}

function list({ sql, actor: { organizationId }, base }: Visit, asked: object): Promise<Answered> {
  return answerList(userKind, asked, {
    count: () => countScimUsers(sql, organizationId),
    find: async (filter, page) => {
      const rows = await findScimUsers(sql, organizationId, filter === null ? {} : wantedOf(filter), page)
      return rows.map((row) => presentUser(base, row))
    },
  })
}

function wantedOf(filter: Filter): Wanted {
  const [address, externalId, id] = ['userName', 'externalId', 'id'].map((name) => demanded(filter, name))
  return {
    ...(address != null && { address }),
    ...(externalId != null && { externalId }),
    ...(id != null && { id: parseId(id) ?? 0 }),
  }
}
