import { Anchor, Button, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import { userRoleEndpoints, type UserRole } from '../../../src/contract/users/roles.ts'
import { useCall, type Answer } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { roleWords as words } from '../../words/session/roles.ts'

/** All of the organization: there are few. */
export function useRoles() {
  return useCall(userRoleEndpoints.own.list, {
    query: { order_by: 'name', per_page: 2000 },
  }) as UseQueryResult<Answer<UserRole[]>>
}

export default function Roles() {
  const at = useInOrganization()
  const roles = useRoles()
  const create = (
    <Button component={Link} href={at('/settings/roles/new')}>
      {words.create}
    </Button>
  )
  const columns: Column<UserRole>[] = [
    {
      key: 'name',
      word: words.name,
      show: ({ id, name }) => (
        <Anchor component={Link} href={at(`/settings/roles/${id}`)}>
          {name}
        </Anchor>
      ),
    },
    { key: 'users', word: words.users, isNumber: true, show: ({ users }) => users },
  ]
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Panel flush>
        <Answered of={roles}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty {...words.none} />
            ) : (
              <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Answered>
      </Panel>
      <Text c="dimmed">{words.administrators}</Text>
    </Page>
  )
}
