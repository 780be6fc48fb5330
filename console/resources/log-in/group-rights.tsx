import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { mappedRoles } from '../../../src/contract/resources/log-in-providers.ts'
import { PermissionMatrix } from '../../users/team/fields.tsx'
import { providerWords as words } from '../../words/session/log-in-providers.ts'
import { ListLimit } from '../choose/list-limit.tsx'
import type { GroupValues } from './provider-values.ts'
import { RoleSelect } from './role-select.tsx'

type GroupRightsProps = { value: readonly GroupValues[]; set: (rights: GroupValues[]) => void }

/** What the groups of the provider may do here. */
export function GroupRights({ value, set }: GroupRightsProps) {
  const change = (at: number, some: Partial<GroupValues>) =>
    set(value.map((one, place) => (place === at ? { ...one, ...some } : one)))
  const add = () => set([...value, { group: '', role: 'standard', permissions: {} }])
  return (
    <Stack gap="sm" role="group" aria-label={words.rights}>
      <Text fw={600}>{words.rights}</Text>
      <Text size="sm" c="dimmed">
        {words.rightsHint}
      </Text>
      {value.map((one, at) => (
        // A group has no name of its own until it is typed.
        // oxlint-disable-next-line react/no-array-index-key
        <OneGroup
          key={at}
          one={one}
          change={(some) => change(at, some)}
          remove={() => set(value.filter((_, place) => place !== at))}
        />
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={add}>
          {words.addGroup}
        </Button>
      </Group>
    </Stack>
  )
}

type OneGroupProps = { one: GroupValues; change: (some: Partial<GroupValues>) => void; remove: () => void }

function OneGroup({ one, change, remove }: OneGroupProps) {
  const { group, role, permissions, role_id: roleId = null, mailing_list_ids: listIds = null } = one
  return (
    <Stack gap="xs" className="panel" p="md">
      <Group align="flex-end" justify="space-between">
        <TextInput
          label={words.group}
          value={group}
          onChange={({ currentTarget }) => change({ group: currentTarget.value })}
        />
        <Button
          variant="default"
          size="xs"
          c="var(--quiver-danger)"
          aria-label={words.removeGroup(group)}
          onClick={remove}
        >
          {words.removeGroup(group)}
        </Button>
      </Group>
      <Radio.Group
        label={words.groupRole}
        value={role}
        onChange={(next) => change({ role: mappedRoles.find((one) => one === next) ?? 'standard' })}
      >
        <Group gap="md" mt={4}>
          {mappedRoles.map((one) => (
            <Radio key={one} value={one} label={words.roles[one]} />
          ))}
        </Group>
      </Radio.Group>
      {role === 'standard' && (
        <>
          <RoleSelect label={words.roleOfGroup} value={roleId} set={(next) => change({ role_id: next })} />
          {roleId === null && (
            <PermissionMatrix value={permissions} set={(next) => change({ permissions: next })} />
          )}
          <ListLimit
            hint={words.listsHint}
            value={listIds}
            set={(next) => change({ mailing_list_ids: next })}
          />
        </>
      )}
    </Stack>
  )
}
