import { Anchor, Button, Group, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import { suppressionListInput } from '../../../src/contract/resources/suppression-lists.ts'
import type { Operations } from '../../../src/contract/resources/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import type { Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { useContractForm } from '../../design/form.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { Rows } from '../../design/table.tsx'
import { suppressionWords } from '../../words/audience/suppression.ts'
import { Removal } from '../removal.tsx'

export type NamedList = { id: number; name: string }

type Words = {
  title: string
  lead: string
  name: string
  create: string
  newTitle: string
  empty: { title: string; text: string }
}

type Named = Operations<{ name: string }, { name?: string }>
type NamedListsProps = { words: Words; endpoints: Pick<Named, 'list' | 'create' | 'remove'>; path: string }

/** Suppression lists and seed lists: a name each, and what is in it on a page of its own. */
export function NamedLists({ words, endpoints, path }: NamedListsProps) {
  const may = useMay()
  const at = useInOrganization()
  const lists = useCall(endpoints.list, { query: { per_page: 500 } }) as UseQueryResult<Answer<NamedList[]>>
  const show = ({ id, name }: NamedList) => (
    <Anchor component={Link} href={at(`${path}/${id}`)}>
      {name}
    </Anchor>
  )
  const remove = ({ id, name }: NamedList) =>
    may(endpoints.remove) && <Removal endpoint={endpoints.remove} params={{ id }} name={name} />
  return (
    <Page title={words.title} lead={words.lead}>
      <Panel flush>
        <Answered of={lists}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <Rows
                caption={words.title}
                rows={data}
                keyOf={({ id }) => id}
                columns={[
                  { key: 'name', word: words.name, show },
                  { key: 'remove', word: suppressionWords.list.removeShort, isNumber: true, show: remove },
                ]}
              />
            )
          }
        </Answered>
      </Panel>
      {may(endpoints.create) && <NewList words={words} endpoint={endpoints.create} />}
    </Page>
  )
}

function NewList({ words, endpoint }: { words: Words; endpoint: Named['create'] }) {
  const form = useContractForm(suppressionListInput, { name: '' })
  const create = useChange(endpoint, { done: () => form.reset() })
  return (
    <Panel title={words.newTitle}>
      <form onSubmit={form.onSubmit((body) => create.mutate({ body }))} noValidate>
        <Group align="flex-start" gap="xs">
          <TextInput label={words.name} {...form.getInputProps('name')} />
          <Button type="submit" mt={24} loading={create.isPending}>
            {words.create}
          </Button>
        </Group>
        {create.isError && <Failure error={create.error} />}
      </form>
    </Panel>
  )
}
