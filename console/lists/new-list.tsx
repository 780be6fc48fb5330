import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { mailingListInput } from '../../src/contract/lists/input.ts'
import { databaseConnectionEndpoints } from '../../src/contract/resources/database-connections.ts'
import { useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization } from '../app/places.ts'
import { useContractForm } from '../design/form.ts'
import { Page, Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { RemoteChoice } from './remote.tsx'
import { listWords } from '../words/audience/lists.ts'

const words = listWords.new

export default function NewList() {
  const [, go] = useLocation()
  const at = useInOrganization()
  const may = useMay()
  const create = useChange(createMailingList, { done: () => go(at('/lists')) })
  const form = useContractForm(mailingListInput, { name: '', d_from_name: '', d_from_email: '' })
  const [connectionId, setConnectionId] = useState<number | null>(null)
  const remote = connectionId === null ? {} : { is_remote_list: true, database_connection_id: connectionId }
  return (
    <Page title={words.title} lead={words.lead} parent={{ title: listWords.title, to: at('/lists') }}>
      <Panel>
        <form onSubmit={form.onSubmit((body) => create.mutate({ body: { ...body, ...remote } }))} noValidate>
          <Stack gap="md" maw="28rem">
            <TextInput
              label={words.name}
              description={words.nameHint}
              required
              {...form.getInputProps('name')}
            />
            <TextInput
              label={words.fromName}
              description={words.fromNameHint}
              {...form.getInputProps('d_from_name')}
            />
            <TextInput label={words.fromEmail} type="email" {...form.getInputProps('d_from_email')} />
            {may(databaseConnectionEndpoints.own.list) && (
              <RemoteChoice value={connectionId} choose={setConnectionId} />
            )}
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
