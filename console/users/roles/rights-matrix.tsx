import { SimpleGrid } from '@mantine/core'
import { rightNames, type RightKey, type Rights } from '../../../src/contract/users/right-names.ts'
import { roleWords } from '../../words/session/roles.ts'
import { teamWords } from '../../words/team.ts'
import { OneResource } from '../team/fields.tsx'

/** SCIM is for keys alone, and has a box of its own there. */
const { scim: _, ...named } = rightNames
const keys = Object.keys(named) as Exclude<RightKey, 'scim'>[]

/** One group for each kind of thing, reading included. */
export function RightsMatrix({ value, set }: { value: Rights; set: (rights: Rights) => void }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      {keys.map((key) => (
        <OneResource
          key={key}
          label={{ ...teamWords.resources, ...roleWords.resources }[key]}
          names={named[key]}
          allowed={value[key] ?? []}
          set={(names) => set({ ...value, [key]: names })}
        />
      ))}
    </SimpleGrid>
  )
}
