import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { bounceEmailEndpoints, bounceEmailInput } from '../../../src/contract/resources/bounce-emails.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { routeWords } from '../../words/resources.ts'
import type { BounceEmail } from '../queries.ts'
import { Removal } from '../removal.tsx'
import { Edit, SaveOrLeave } from '../edit-resource.tsx'

const words = routeWords.bounces
const { list, create: createAddress, update, remove } = bounceEmailEndpoints.own

export function BounceEmails() {
  const may = useMay()
  const addresses = useCall(list, { query: { per_page: 2000 } }) as UseQueryResult<Answer<BounceEmail[]>>
  const removal: Column<BounceEmail> = {
    key: 'remove',
    word: routeWords.action,
    isActions: true,
    show: ({ id, email }) => (
      <Group gap="xs">
        <Edit name={email}>{(close) => <EditAddress id={id} email={email} close={close} />}</Edit>
        <Removal endpoint={remove} params={{ key: id }} name={email} />
      </Group>
    ),
  }
  const columns: Column<BounceEmail>[] = [
    { key: 'email', word: words.field, show: ({ email }) => email },
    ...(may(remove) ? [removal] : []),
  ]
  return (
    <Panel title={words.title} flush>
      <Text px="md" pb="xs" c="dimmed">
        {words.about}
      </Text>
      <Answered of={addresses}>
        {({ data }) =>
          data.length === 0 ? (
            <Text p="md">{words.empty}</Text>
          ) : (
            <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Answered>
      {may(createAddress) && <NewAddress />}
    </Panel>
  )
}

function NewAddress() {
  const create = useChange(createAddress, { done: () => form.reset() })
  const form = useContractForm(bounceEmailInput, { email: '' })
  return (
    <form className="entry" onSubmit={form.onSubmit((body) => create.mutate({ body }))} noValidate>
      <Group align="flex-end">
        <TextInput label={words.field} type="email" {...form.getInputProps('email')} />
        <Button type="submit" variant="default" loading={create.isPending}>
          {routeWords.add}
        </Button>
      </Group>
      {create.isError && <Failure error={create.error} />}
    </form>
  )
}

function EditAddress({ id, email, close }: Pick<BounceEmail, 'id' | 'email'> & { close: () => void }) {
  const change = useChange(update, { done: close })
  const form = useContractForm(bounceEmailInput, { email })
  return (
    <form onSubmit={form.onSubmit((body) => change.mutate({ params: { key: id }, body }))} noValidate>
      <Stack>
        <TextInput label={words.field} type="email" data-autofocus {...form.getInputProps('email')} />
        <Text size="sm" c="dimmed">
          {words.editHint}
        </Text>
        {change.isError && <Failure error={change.error} />}
        <SaveOrLeave close={close} isSaving={change.isPending} />
      </Stack>
    </form>
  )
}
