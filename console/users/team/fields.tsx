import { Checkbox, Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import {
  permissionNames,
  type PermissionKey,
  type Permissions,
} from '../../../src/contract/users/permissions.ts'
import { teamWords as words } from '../../words/team.ts'

type MatrixProps = { value: Permissions; set: (permissions: Permissions) => void }

const keys = Object.keys(permissionNames) as PermissionKey[]

/** One group for each kind of thing, in plain words. Most things can be read without a permission. */
export function PermissionMatrix({ value, set }: MatrixProps) {
  return (
    <Fieldset legend={<Text fw={600}>{words.permissions}</Text>} variant="unstyled">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" mt="xs">
        {keys.map((key) => (
          <OneResource
            key={key}
            label={words.resources[key]}
            names={permissionNames[key]}
            allowed={value[key] ?? []}
            set={(names) => set({ ...value, [key]: names })}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

type ResourceProps = {
  label: string
  names: readonly (keyof typeof words.verbs)[]
  allowed: readonly string[]
  set: (names: string[]) => void
}

/** What is allowed with one kind of thing. */
export function OneResource({ label, names, allowed, set }: ResourceProps) {
  const hasAll = names.every((name) => allowed.includes(name))
  const toggle = (name: string) =>
    set(allowed.includes(name) ? allowed.filter((one) => one !== name) : [...allowed, name])
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <Group justify="space-between">
        <Text fw={500}>{label}</Text>
        <Checkbox
          size="xs"
          label={words.all}
          checked={hasAll}
          indeterminate={!hasAll && allowed.length > 0}
          onChange={() => set(hasAll ? [] : [...names])}
        />
      </Group>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={words.verbs[name]}
          checked={allowed.includes(name)}
          onChange={() => toggle(name)}
        />
      ))}
    </Stack>
  )
}
