import { Checkbox, Pill, SimpleGrid, Stack } from '@mantine/core'
import type { ApiKey } from '../../src/contract/api-keys.ts'
import { rightNames, type RightKey } from '../../src/contract/users/right-names.ts'
import { ListSelect } from '../resources/choose/list-select.tsx'
import { useListNames } from '../resources/choose/names.ts'
import { OneResource } from '../users/team/fields.tsx'
import { apiKeyWords } from '../words/api-keys.ts'
import { teamWords } from '../words/team.ts'

const words = apiKeyWords.scopes

export type Scopes = Pick<ApiKey, 'permissions' | 'mailing_list_ids'>

/** Whatever the role of the key may, on all lists. */
export const unlimited: Scopes = { permissions: null, mailing_list_ids: null }

type ScopeProps = { value: Scopes; set: (scopes: Scopes) => void }

const keys = Object.keys(rightNames) as RightKey[]

/** What a key may do, and on which lists. */
export function ScopeFields({ value, set }: ScopeProps) {
  const { permissions, mailing_list_ids: listIds } = value
  return (
    <Stack gap="md">
      <Checkbox
        label={words.some}
        description={words.someHint}
        checked={permissions !== null}
        onChange={({ currentTarget: { checked } }) => set({ ...value, permissions: checked ? {} : null })}
      />
      {permissions !== null && (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {keys.map((key) => (
            <OneResource
              key={key}
              label={{ ...teamWords.resources, ...words.resources }[key]}
              names={rightNames[key]}
              allowed={permissions[key] ?? []}
              set={(names) => set({ ...value, permissions: { ...permissions, [key]: names } })}
            />
          ))}
        </SimpleGrid>
      )}
      <Checkbox
        label={words.lists}
        description={words.listsHint}
        checked={listIds !== null}
        onChange={({ currentTarget: { checked } }) =>
          set({ ...value, mailing_list_ids: checked ? [] : null })
        }
      />
      {listIds !== null && <Lists ids={listIds} set={(ids) => set({ ...value, mailing_list_ids: ids })} />}
    </Stack>
  )
}

function Lists({ ids, set }: { ids: number[]; set: (ids: number[]) => void }) {
  const names = useListNames(ids)
  return (
    <>
      <ListSelect
        label={words.addList}
        value={null}
        onChange={(id) => id !== null && !ids.includes(id) && set([...ids, id])}
        maw="28rem"
      />
      <Pill.Group>
        {ids.map((id) => (
          <Pill
            key={id}
            withRemoveButton
            onRemove={() => set(ids.filter((one) => one !== id))}
            removeButtonProps={{ 'aria-label': words.removeList(names.get(id) ?? String(id)), tabIndex: 0 }}
          >
            {names.get(id) ?? id}
          </Pill>
        ))}
      </Pill.Group>
    </>
  )
}
