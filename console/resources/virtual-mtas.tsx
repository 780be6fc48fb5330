import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { virtualMtaEndpoints, virtualMtaInput } from '../../src/contract/resources/virtual-mtas.ts'
import { useCall, useChange } from '../app/api.ts'
import type { Answer } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { Rows } from '../design/table.tsx'
import type { Column } from '../design/table.tsx'
import { routeWords } from '../words/resources.ts'
import type { VirtualMta } from './queries.ts'
import { Removal } from './removal.tsx'

const words = routeWords.mtas
const { list, create: createMta, remove } = virtualMtaEndpoints.own

export function VirtualMtas() {
  const may = useMay()
  const mtas = useCall(list, { query: { per_page: 500 } }) as UseQueryResult<Answer<VirtualMta[]>>
  const removal: Column<VirtualMta> = {
    key: 'remove',
    word: routeWords.action,
    show: ({ id, name }) => id !== 0 && <Removal endpoint={remove} params={{ key: id }} name={name} />,
  }
  const columns: Column<VirtualMta>[] = [
    { key: 'name', word: words.name, show: ({ name }) => name },
    { key: 'type', word: words.type, show: ({ type }) => words.types[type] },
    ...(may(remove) ? [removal] : []),
  ]
  return (
    <Panel title={words.title} flush>
      <Text px="md" pb="xs" c="dimmed">
        {words.about}
      </Text>
      <Answered of={mtas}>
        {({ data }) => <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />}
      </Answered>
      {may(createMta) && <NewMta />}
    </Panel>
  )
}

function NewMta() {
  const create = useChange(createMta, { done: () => form.reset() })
  const form = useContractForm(virtualMtaInput, {
    name: '',
    type: 'relay_server',
    relay_url: '',
    local_address: '',
  })
  const { name, type, relay_url, local_address } = form.getValues()
  const isRelay = type === 'relay_server'
  const submit = () =>
    create.mutate({ body: { name, type, ...(isRelay ? { relay_url } : { local_address }) } })
  return (
    <form
      className="entry"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Group align="flex-end">
        <TextInput label={words.name} {...form.getInputProps('name')} />
        <Select
          label={words.type}
          description={words.rulesByApi}
          data={(['relay_server', 'ip_address'] as const).map((value) => ({
            value,
            label: words.types[value],
          }))}
          allowDeselect={false}
          {...form.getInputProps('type')}
        />
        {isRelay ? (
          <TextInput
            label={words.relay}
            description={words.relayHint}
            autoComplete="off"
            {...form.getInputProps('relay_url')}
          />
        ) : (
          <TextInput
            label={words.address}
            description={words.addressHint}
            {...form.getInputProps('local_address')}
          />
        )}
        <Button type="submit" variant="default" loading={create.isPending}>
          {routeWords.add}
        </Button>
      </Group>
      {create.isError && <Failure error={create.error} />}
    </form>
  )
}
