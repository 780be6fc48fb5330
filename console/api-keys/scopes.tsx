import { Checkbox, Stack } from '@mantine/core'
import type { ApiKey } from '../../src/contract/api-keys.ts'
import { ListLimit } from '../resources/choose/list-limit.tsx'
import { RightsMatrix } from '../users/roles/rights-matrix.tsx'
import { apiKeyWords } from '../words/api-keys.ts'

const words = apiKeyWords.scopes

export type Scopes = Pick<ApiKey, 'permissions' | 'mailing_list_ids'>

/** Whatever the role of the key may, on all lists. */
export const unlimited: Scopes = { permissions: null, mailing_list_ids: null }

const forScim = { scim: ['provision'] } satisfies Scopes['permissions']

/** What an identity provider needs, and nothing else. */
export const scimScopes: Scopes = { permissions: forScim, mailing_list_ids: null }

type ScopeProps = { value: Scopes; set: (scopes: Scopes) => void }

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
        <>
          <Checkbox
            label={words.scim}
            description={words.scimHint}
            checked={permissions.scim !== undefined}
            onChange={({ currentTarget: { checked } }) => {
              const { scim: _, ...others } = permissions
              set({ ...value, permissions: checked ? { ...others, ...forScim } : others })
            }}
          />
          <RightsMatrix value={permissions} set={(next) => set({ ...value, permissions: next })} />
        </>
      )}
      <ListLimit
        hint={words.listsHint}
        value={listIds}
        set={(ids) => set({ ...value, mailing_list_ids: ids })}
      />
    </Stack>
  )
}
