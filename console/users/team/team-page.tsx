import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { createUser, listUsers } from '../../../src/contract/users/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { useOpenSession } from '../../app/session.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { teamWords as words } from '../../words/team.ts'
import { useRoles } from '../roles/roles-page.tsx'
import { UserState, type User } from './state.tsx'

export default function Team() {
  const may = useMay()
  const at = useInOrganization()
  const { user: self } = useOpenSession()
  const users = useCall(listUsers, {})
  const own = new Map(useRoles().data?.data.map(({ id, name }) => [id, name]))
  const roleOf = ({ role, role_id: roleId, mailing_list_ids: listIds }: User) => {
    if (role !== 'standard') return words.roles[role]
    const name = (roleId === null ? undefined : own.get(roleId)) ?? words.roles.standard
    return listIds === null ? name : words.onLists(name, listIds.length)
  }
  const invite = may(createUser) && (
    <Button component={Link} href={at('/settings/users/new')}>
      {words.invite}
    </Button>
  )
  const columns: Column<User>[] = [
    {
      key: 'name',
      word: words.name,
      show: ({ id, full_name: name }) => (
        <>
          <Anchor component={Link} href={at(`/settings/users/${id}`)}>
            {name}
          </Anchor>{' '}
          {id === self.id ? words.you : ''}
        </>
      ),
    },
    { key: 'state', word: words.state, show: (user) => <UserState of={user} /> },
    { key: 'role', word: words.role, show: roleOf },
    { key: 'email', word: words.email, show: ({ email }) => email },
    { key: 'factor', word: words.factor, show: factorOf },
  ]
  return (
    <Page title={words.title} lead={words.lead} actions={invite}>
      <Panel flush>
        <Answered of={users}>
          {({ data }) => <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />}
        </Answered>
      </Panel>
    </Page>
  )
}

function factorOf({ second_factor_enabled: isOn, second_factor_required: isRequired }: User): string {
  if (isOn) return words.factors.on
  return isRequired ? words.factors.required : words.factors.off
}
