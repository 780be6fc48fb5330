import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'
import { suppressionListInput } from '../../../src/contract/resources/suppression-lists.ts'
import type { Operations } from '../../../src/contract/resources/endpoints.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { useContractForm } from '../../design/form.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { Rows } from '../../design/table.tsx'
import { routeWords } from '../../words/resources.ts'
import { Edit, SaveOrLeave } from '../edit-resource.tsx'
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
type NamedListsProps = {
  words: Words
  endpoints: Pick<Named, 'list' | 'create' | 'update' | 'remove'>
  path: string
  /** The call that the page of one list needs. */
  content: Pick<Endpoint, 'role' | 'permission'>
  column?: { key: string; word: string; show: (list: NamedList) => ReactNode }
  /** Instead of the form that asks for a name alone. */
  newForm?: ReactNode
  children?: ReactNode
}

/** Suppression lists and seed lists: a name each, and what is in it on a page of its own. */
export function NamedLists({ words, endpoints, path, content, column, newForm, children }: NamedListsProps) {
  const may = useMay()
  const at = useInOrganization()
  const lists = useCall(endpoints.list, { query: { per_page: 2000 } }) as UseQueryResult<Answer<NamedList[]>>
  const show = ({ id, name }: NamedList) =>
    may(content) ? (
      <Anchor component={Link} href={at(`${path}/${id}`)}>
        {name}
      </Anchor>
    ) : (
      name
    )
  const actions = (list: NamedList) => (
    <Group gap="xs" justify="flex-end">
      {may(endpoints.update) && (
        <Edit name={list.name} button={routeWords.editing.rename}>
          {(close) => <RenameList list={list} label={words.name} endpoint={endpoints.update} close={close} />}
        </Edit>
      )}
      {may(endpoints.remove) && (
        <Removal endpoint={endpoints.remove} params={{ id: list.id }} name={list.name} />
      )}
    </Group>
  )
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
                  ...(column === undefined ? [] : [column]),
                  { key: 'actions', word: routeWords.action, isActions: true, isNumber: true, show: actions },
                ]}
              />
            )
          }
        </Answered>
      </Panel>
      {children}
      {may(endpoints.create) && (newForm ?? <NewList words={words} endpoint={endpoints.create} />)}
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
          <TextInput w="20rem" maw="100%" label={words.name} {...form.getInputProps('name')} />
          <Button type="submit" className="beside-field" loading={create.isPending}>
            {words.create}
          </Button>
        </Group>
        {create.isError && <Failure error={create.error} />}
      </form>
    </Panel>
  )
}

type RenameProps = { list: NamedList; label: string; endpoint: Named['update']; close: () => void }

function RenameList({ list: { id, name }, label, endpoint, close }: RenameProps) {
  const form = useContractForm(suppressionListInput, { name })
  const change = useChange(endpoint, { done: close })
  return (
    <form onSubmit={form.onSubmit((body) => change.mutate({ params: { id }, body }))} noValidate>
      <Stack>
        <TextInput label={label} data-autofocus {...form.getInputProps('name')} />
        {change.isError && <Failure error={change.error} />}
        <SaveOrLeave close={close} isSaving={change.isPending} />
      </Stack>
    </form>
  )
}
