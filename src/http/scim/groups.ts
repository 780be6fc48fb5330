import { addScimGroup, changeScimGroup, findScimGroup, removeScimGroup } from '../../actions/scim/groups.ts'
import { readGroup } from '../../contract/scim/groups.ts'
import { demanded } from '../../contract/scim/match.ts'
import { patched, readOperations } from '../../contract/scim/patch.ts'
import { groupKind, type Resource } from '../../contract/scim/schemas.ts'
import { readResource } from '../../contract/scim/values.ts'
import { parseId } from '../../contract/values/text.ts'
import { countScimGroups, findScimGroups, type ScimGroupRow } from '../../store/scim/groups.ts'
import { requireMatch, type Answered } from './answers.ts'
import { answerList, searchOf, type Asked } from './lists.ts'
import { etagOf, isWanted, presentGroup, selectionOf } from './present.ts'
import { answerOne, idOf, type ScimRoute, type Visit } from './visit.ts'

export function groupRoutes(route: ScimRoute): void {
  route('GET', '/Groups', (visit) => list(visit, visit.asked))
  route('POST', '/Groups/.search', async (visit) => list(visit, searchOf(await visit.body())))
  route('POST', '/Groups', async (visit) => {
    const group = readGroup(readResource(groupKind, await visit.body()))
    const selection = selectionOf(groupKind, visit.asked)
    const row = await addScimGroup(visit.sql, visit.actor, group)
    return answerOne(groupKind, presentGroup(visit.base, row), { ...visit, selection, isNew: true })
  })
  route('GET', '/Groups/:id', async (visit) => {
    const selection = selectionOf(groupKind, visit.asked)
    const hasMembers = isWanted(selection, 'members')
    const { organizationId } = visit.actor
    const row = await findScimGroup(visit.sql, organizationId, idOf(visit, 'group'), hasMembers)
    return answerOne(groupKind, presentGroup(visit.base, row, hasMembers), { ...visit, selection })
  })
  route('PUT', '/Groups/:id', async (visit) => {
    const group = readGroup(readResource(groupKind, await visit.body()))
    return change(visit, () => group)
  })
  // Without a body: a group can have thousands of members, of whom a PATCH is about one.
  route('PATCH', '/Groups/:id', async (visit) => {
    const operations = readOperations(await visit.body())
    const answered = await change(visit, (row) =>
      readGroup(patched(groupKind, writtenGroup(row), operations)),
    )
    return visit.asked['attributes'] === undefined
      ? { headers: { etag: answered.headers?.['etag'] ?? '' } }
      : answered
  })
  route('DELETE', '/Groups/:id', async (visit) => {
    const check = (row: ScimGroupRow) => requireMatch(visit.request, etagOf(presentGroup(visit.base, row)))
    await removeScimGroup(visit.sql, visit.actor, { id: idOf(visit, 'group'), check })
    return {}
  })
}

async function change(
  visit: Visit,
  read: (row: ScimGroupRow) => ReturnType<typeof readGroup>,
): Promise<Answered> {
  const selection = selectionOf(groupKind, visit.asked)
  const row = await changeScimGroup(visit.sql, visit.actor, {
    id: idOf(visit, 'group'),
    read: (before) => {
      requireMatch(visit.request, etagOf(presentGroup(visit.base, before)))
      return read(before)
    },
  })
  return answerOne(groupKind, presentGroup(visit.base, row), { ...visit, selection })
}

function writtenGroup({
  display_name: displayName,
  external_id: externalId,
  members,
}: ScimGroupRow): Resource {
  return {
    displayName,
    ...(externalId !== null && { externalId }),
    members: members.map(({ id }) => ({ value: String(id) })),
  }
}

function list({ sql, actor: { organizationId }, base }: Visit, asked: Asked): Promise<Answered> {
  return answerList(groupKind, asked, {
    count: () => countScimGroups(sql, organizationId),
    find: async (filter, page, selection) => {
      const isCompared = /members/i.test(`${String(asked.filter)} ${String(asked.sortBy)}`)
      const hasMembers = isCompared || isWanted(selection, 'members')
      const [displayName, externalId, id] = ['displayName', 'externalId', 'id'].map((name) =>
        filter === null ? null : demanded(filter, name),
      )
      const wanted = {
        hasMembers,
        ...(displayName != null && { displayName }),
        ...(externalId != null && { externalId }),
        ...(id != null && { id: parseId(id) ?? 0 }),
      }
      const rows = await findScimGroups(sql, organizationId, wanted, page)
      return rows.map((row) => presentGroup(base, row, hasMembers))
    },
  })
}
