import { Select } from '@mantine/core'
import { areMany } from '../../design/choices.ts'
import { useRoles } from '../../users/roles/roles-page.tsx'
import { providerWords as words } from '../../words/session/log-in-providers.ts'

type Props = { label: string; value: number | null; set: (id: number | null) => void }

/** A role of the organization, in place of permissions. */
export function RoleSelect({ label, value, set }: Props) {
  const roles = useRoles().data?.data ?? []
  return (
    <Select
      label={label}
      placeholder={words.noRole}
      clearable
      searchable={areMany(roles)}
      value={value === null ? null : String(value)}
      onChange={(id) => set(id === null ? null : Number(id))}
      data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}
