import { Radio, Stack } from '@mantine/core'
import { roles, type Role } from '../../../src/contract/api/endpoint.ts'
import type { Permissions } from '../../../src/contract/users/permissions.ts'
import { useOpenSession } from '../../app/session.tsx'
import { ListLimit } from '../../resources/choose/list-limit.tsx'
import { teamWords as words } from '../../words/team.ts'
import { useRoles } from '../roles/roles-page.tsx'
import { PermissionMatrix } from './fields.tsx'
import type { User } from './state.tsx'

const systemOrganizationId = 1

/** What decides what a user may do. */
export type UserRights = {
  role: Role
  role_id: number | null
  permissions: Permissions
  mailing_list_ids: number[] | null
}

export function rightsOf({ role, role_id, permissions, mailing_list_ids }: User): UserRights {
  const own = role === 'standard' && role_id === null
  return { role, role_id, permissions: own ? permissions : {}, mailing_list_ids }
}

/** Only what counts: permissions without a role, and a role and lists of who is no administrator. */
export function bodyOf({
  role,
  role_id,
  permissions,
  mailing_list_ids,
}: UserRights): Partial<UserRights> & Pick<UserRights, 'role'> {
  if (role !== 'standard') return { role }
  return { role, role_id, mailing_list_ids, ...(role_id === null && { permissions }) }
}

type RightsProps = { value: UserRights; set: (rights: UserRights) => void }

export function RightsFields({ value, set }: RightsProps) {
  const { role, role_id: roleId, permissions, mailing_list_ids: listIds } = value
  return (
    <Stack gap="lg">
      <RoleField value={value} set={set} />
      {role === 'standard' && roleId === null && (
        <PermissionMatrix value={permissions} set={(next) => set({ ...value, permissions: next })} />
      )}
      {role === 'standard' && (
        <ListLimit
          hint={words.listsHint}
          value={listIds}
          set={(ids) => set({ ...value, mailing_list_ids: ids })}
        />
      )}
    </Stack>
  )
}

/** The roles of the organization, and those of the contract. */
function RoleField({ value, set }: RightsProps) {
  const { organization, user } = useOpenSession()
  const own = useRoles().data?.data ?? []
  const isSystem = user.role === 'system_admin' && organization.id === systemOrganizationId
  const offered = roles.filter((role) => role !== 'system_admin' || isSystem || value.role === role)
  const choose = (next: string) => {
    const role = roles.find((one) => one === next)
    set(
      role === undefined
        ? { ...value, role: 'standard', role_id: Number(next) }
        : { ...value, role, role_id: null },
    )
  }
  return (
    <Radio.Group
      label={words.role}
      value={value.role === 'standard' && value.role_id !== null ? String(value.role_id) : value.role}
      onChange={choose}
    >
      <Stack gap="xs" mt="xs">
        {own.map(({ id, name }) => (
          <Radio key={id} value={String(id)} label={name} description={words.ofOrganization} />
        ))}
        {offered.map((role) => (
          <Radio key={role} value={role} label={words.roles[role]} description={words.roleTexts[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
