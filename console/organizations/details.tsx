import { Stack, Textarea, TextInput } from '@mantine/core'
import { updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import { organizationChanges } from '../../src/contract/organizations/input.ts'
import { useChange } from '../app/api.ts'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Save } from '../design/save.tsx'
import { organizationWords } from '../words/organizations.ts'
import type { Organization } from './quota.ts'

const words = organizationWords.details

/** What only system administrators may change of an organization, besides limits and permissions. */
export function Details({ of: { id, name, custom_headers = '' } }: { of: Organization }) {
  const save = useChange(updateOrganization, { done: () => form.resetDirty() })
  const form = useContractForm(organizationChanges, { name, custom_headers })
  return (
    <Panel title={words.title}>
      <form
        onSubmit={form.onSubmit((body) => save.mutate({ params: { organization_id: id }, body }))}
        noValidate
      >
        <Stack gap="md" maw="40rem">
          <TextInput label={organizationWords.name} maw="28rem" {...form.getInputProps('name')} />
          <Textarea
            label={words.headers}
            description={words.headersHint}
            autosize
            minRows={2}
            maxRows={12}
            spellCheck={false}
            {...form.getInputProps('custom_headers')}
          />
          <Save of={save} isDirty={form.isDirty()} word={organizationWords.save} />
        </Stack>
      </form>
    </Panel>
  )
}
