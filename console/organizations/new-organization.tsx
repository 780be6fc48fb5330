import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { createOrganization } from '../../src/contract/organizations/endpoints.ts'
import { organizationInput } from '../../src/contract/organizations/input.ts'
import { useChange } from '../app/api.ts'
import { useContractForm } from '../design/form.ts'
import { Page, Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { organizationWords } from '../words/organizations.ts'
import { zoneNames } from './zones.ts'

const words = organizationWords.new

export default function NewOrganization() {
  const [, go] = useLocation()
  const create = useChange(createOrganization, { done: ({ id }) => go(`/system/organizations/${id}`) })
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const form = useContractForm(organizationInput, { name: '', time_zone_name: timeZone })
  const parent = { title: organizationWords.title, to: '/system/organizations' }
  return (
    <Page title={words.title} lead={words.lead} parent={parent}>
      <Panel>
        <form onSubmit={form.onSubmit((body) => create.mutate({ body }))} noValidate>
          <Stack gap="md" maw="28rem">
            <TextInput label={organizationWords.name} required {...form.getInputProps('name')} />
            <Select
              label={words.zone}
              description={words.zoneHint}
              data={zoneNames()}
              searchable
              allowDeselect={false}
              {...form.getInputProps('time_zone_name')}
            />
            {create.isError && <Failure error={create.error} />}
            <Group>
              <Button type="submit" loading={create.isPending}>
                {words.submit}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </Page>
  )
}
