import { notFound } from '../../contract/api/errors.ts'
import { ScimError } from '../../contract/scim/errors.ts'
import type { ScimGroup } from '../../contract/scim/groups.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import {
  changeMembers,
  deleteScimGroup,
  findScimGroups,
  insertScimGroup,
  updateScimGroup,
  type ScimGroupRow,
} from '../../store/scim/groups.ts'
import { findSeenIds, keepScimMembers } from '../../store/scim/users.ts'
import type { OrganizationActor } from '../actor.ts'
import { applyGroups, provision } from './rights.ts'

/** @throws AppError `not_found` */
export async function findScimGroup(
  sql: Sql,
  organizationId: number,
  id: number,
  hasMembers = true,
): Promise<ScimGroupRow> {
  const [row] = await findScimGroups(sql, organizationId, { id, hasMembers })
  if (row === undefined) throw notFound('group')
  return row
}

/** @throws ScimError */
export function addScimGroup(sql: Scoped, actor: OrganizationActor, group: ScimGroup): Promise<ScimGroupRow> {
  const { organizationId } = actor
  return sql.begin((sql) =>
    provision(sql, actor, async () => {
      await requireName(sql, organizationId, group.display_name)
      const id = await insertScimGroup(sql, organizationId, group)
      await setMembers(sql, actor, { id, kind: 'scim_group.created', before: null, group })
      return findScimGroup(sql, organizationId, id)
    }),
  )
}

type Change = {
  id: number
  /** @throws ScimError, AppError */
  read: (row: ScimGroupRow) => ScimGroup
}

/** What the members may do changes with their next calls. @throws ScimError */
export function changeScimGroup(
  sql: Scoped,
  actor: OrganizationActor,
  { id, read }: Change,
): Promise<ScimGroupRow> {
  const { organizationId } = actor
  return sql.begin((sql) =>
    provision(sql, actor, async () => {
      const before = await findScimGroup(sql, organizationId, id)
      const group = read(before)
      await requireName(sql, organizationId, group.display_name, id)
      await updateScimGroup(sql, organizationId, id, group)
      await setMembers(sql, actor, { id, kind: 'scim_group.updated', before, group })
      return findScimGroup(sql, organizationId, id)
    }),
  )
}

export function removeScimGroup(
  sql: Scoped,
  actor: OrganizationActor,
  { id, check }: { id: number; check: (row: ScimGroupRow) => void },
): Promise<void> {
  const { organizationId, audit } = actor
  return sql.begin((sql) =>
    provision(sql, actor, async () => {
      const { display_name: name, ...row } = await findScimGroup(sql, organizationId, id)
      check({ display_name: name, ...row })
      await deleteScimGroup(sql, organizationId, id)
      const event = { kind: 'scim_group.deleted', ...subject(id), details: { name } }
      await audit(sql, event, organizationId)
      await applyGroups(
        sql,
        actor,
        row.members.map((member) => member.id),
      )
    }),
  )
}

/** The mapping knows groups by their names. */
async function requireName(
  sql: Sql,
  organizationId: number,
  displayName: string,
  exceptId = 0,
): Promise<void> {
  const found = await findScimGroups(sql, organizationId, { displayName, hasMembers: false })
  if (found.some(({ id }) => id !== exceptId)) {
    throw new ScimError('uniqueness', 'displayName is that of another group of the organization')
  }
}

/** In the audit log; more would fill it. */
const namedMax = 100

type Setting = { id: number; kind: string; before: ScimGroupRow | null; group: ScimGroup }

async function setMembers(
  sql: Transaction,
  actor: OrganizationActor,
  { id, kind, before, group }: Setting,
): Promise<void> {
  const { organizationId, audit } = actor
  const had = new Set(before?.members.map((member) => member.id))
  const has = new Set(group.member_ids)
  const added = group.member_ids.filter((one) => !had.has(one))
  const removed = [...had].filter((one) => !has.has(one))
  await requireUsers(sql, organizationId, added)
  await changeMembers(sql, organizationId, { groupId: id, added, removed })
  if (added.length > 0) await keepScimMembers(sql, organizationId, added)
  const isRenamed = before?.display_name !== group.display_name || before.external_id !== group.external_id
  const details = {
    name: group.display_name,
    ...(added.length > 0 && { added: added.slice(0, namedMax), added_count: added.length }),
    ...(removed.length > 0 && { removed: removed.slice(0, namedMax), removed_count: removed.length }),
  }
  const isChanged = isRenamed || added.length + removed.length > 0
  if (isChanged) await audit(sql, { kind, ...subject(id), details }, organizationId)
  await applyGroups(sql, actor, isRenamed ? [...new Set([...had, ...has])] : [...added, ...removed])
}

/** @throws ScimError `invalidValue` */
async function requireUsers(sql: Sql, organizationId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const found = new Set(await findSeenIds(sql, organizationId, ids))
  const missing = ids.filter((one) => !found.has(one))
  if (missing.length === 0) return
  throw new ScimError('invalidValue', `members has ids of no user: ${missing.slice(0, 20).join(', ')}`)
}

const subject = (id: number) => ({ subject_type: 'ScimGroup', subject_id: id })
