import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { urlDomainEndpoints, urlDomainInput } from '../../../src/contract/resources/url-domains.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { routeWords } from '../../words/resources.ts'
import type { UrlDomain } from '../queries.ts'
import { Removal } from '../removal.tsx'
import { Edit, SaveOrLeave } from '../edit-resource.tsx'

const words = routeWords.domains
const { list, create: createDomain, update, remove } = urlDomainEndpoints.own

export function UrlDomains() {
  const may = useMay()
  const domains = useCall(list, { query: { per_page: 2000 } }) as UseQueryResult<Answer<UrlDomain[]>>
  const removal: Column<UrlDomain> = {
    key: 'remove',
    word: routeWords.action,
    isActions: true,
    show: (row) => (
      <Group gap="xs">
        <Edit name={row.domain}>{(close) => <EditDomain row={row} close={close} />}</Edit>
        <Removal endpoint={remove} params={{ id: row.id }} name={row.domain} />
      </Group>
    ),
  }
  const columns: Column<UrlDomain>[] = [
    { key: 'domain', word: words.field, show: ({ domain }) => domain },
    { key: 'ssl', word: words.ssl, show: ({ ssl }) => (ssl ? words.secure : words.plain) },
    ...(may(remove) ? [removal] : []),
  ]
  return (
    <Panel title={words.title} flush>
      <Text px="md" pb="xs" c="dimmed">
        {words.about}
      </Text>
      <Answered of={domains}>
        {({ data }) =>
          data.length === 0 ? (
            <Text p="md">{words.empty}</Text>
          ) : (
            <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Answered>
      {may(createDomain) && <NewDomain />}
    </Panel>
  )
}

function NewDomain() {
  const create = useChange(createDomain, { done: () => form.reset() })
  const form = useContractForm(urlDomainInput, { domain: '', ssl: true })
  return (
    <form className="entry" onSubmit={form.onSubmit((body) => create.mutate({ body }))} noValidate>
      <Group align="flex-end">
        <TextInput label={words.field} {...form.getInputProps('domain')} />
        <Checkbox label={words.sslField} pb={8} {...form.getInputProps('ssl', { type: 'checkbox' })} />
        <Button type="submit" variant="default" loading={create.isPending}>
          {routeWords.add}
        </Button>
      </Group>
      {create.isError && <Failure error={create.error} />}
    </form>
  )
}

function EditDomain({ row: { id, domain, ssl }, close }: { row: UrlDomain; close: () => void }) {
  const change = useChange(update, { done: close })
  const form = useContractForm(urlDomainInput, { domain, ssl })
  return (
    <form onSubmit={form.onSubmit((body) => change.mutate({ params: { id }, body }))} noValidate>
      <Stack>
        <TextInput label={words.field} data-autofocus {...form.getInputProps('domain')} />
        <Checkbox label={words.sslField} {...form.getInputProps('ssl', { type: 'checkbox' })} />
        <Text size="sm" c="dimmed">
          {words.editHint}
        </Text>
        {change.isError && <Failure error={change.error} />}
        <SaveOrLeave close={close} isSaving={change.isPending} />
      </Stack>
    </form>
  )
}
