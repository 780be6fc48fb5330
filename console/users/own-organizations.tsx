import { Menu } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { listOwnOrganizations, switchOrganization } from '../../src/contract/users/single-sign-on.ts'
import { useCall } from '../app/api.ts'
import { leaveBy } from '../app/reach/leaving.tsx'
import { useSession } from '../app/session.tsx'
import { messageOf } from '../design/failures.ts'
import { steppingWords as words } from '../words/session/stepping.ts'

/** In the menu of the account: the other organizations that have invited the same address. */
export function OwnOrganizations() {
  const { client, enter } = useSession()
  const known = useQueryClient()
  const [, go] = useLocation()
  const [problem, setProblem] = useState<string | null>(null)
  const others = useCall(listOwnOrganizations, {})
  const change = async (organization_id: number) => {
    try {
      const { data } = await client.call(switchOrganization, { body: { organization_id } })
      known.clear()
      enter(data)
      go('/')
    } catch (failure) {
      setProblem(messageOf(failure))
    }
  }
  return (
    <>
      {(others.data?.data ?? []).map(({ id, name }) => (
        <Menu.Item
          key={id}
          closeMenuOnClick={false}
          leftSection={<IconBuilding size={16} stroke={1.75} />}
          onClick={() => leaveBy(() => void change(id))}
        >
          {words.change(name)}
        </Menu.Item>
      ))}
      {problem !== null && (
        <Menu.Label role="alert" c="var(--quiver-danger)" style={{ whiteSpace: 'normal' }}>
          {problem}
        </Menu.Label>
      )}
    </>
  )
}
