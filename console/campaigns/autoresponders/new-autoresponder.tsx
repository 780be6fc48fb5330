import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation } from 'wouter'
import { createAutoresponder } from '../../../src/contract/autoresponders/endpoints.ts'
import { listMailingLists, type MailingList } from '../../../src/contract/lists/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useInOrganization, useQueryParam } from '../../app/places.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import { newDocument } from '../compose/starts.ts'
import { bodyOf, newTrigger, TriggerFields } from './trigger-fields.tsx'

/** A new autoresponder is paused until its message is written. */
export default function NewAutoresponder() {
  const at = useInOrganization()
  const lists = useCall(listMailingLists, { query: { per_page: 2000 } })
  return (
    <Page
      title={words.fresh.title}
      lead={words.fresh.lead}
      parent={{ title: words.title, to: at('/autoresponders') }}
    >
      <Answered of={lists}>
        {({ data }) => (data.length === 0 ? <Empty {...words.noLists} /> : <Start lists={data} />)}
      </Answered>
    </Page>
  )
}

function Start({ lists }: { lists: readonly MailingList[] }) {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [asked] = useQueryParam('list')
  const first = lists.find(({ id }) => String(id) === asked) ?? lists[0]
  const form = useForm({ initialValues: { ...newTrigger, name: '', list: String(first?.id ?? 0) } })
  const listId = Number(form.values.list)
  const create = useChange(createAutoresponder, {
    done: ({ id }) => go(at(`/lists/${listId}/autoresponders/${id}/message`)),
  })
  const submit = form.onSubmit((values) => {
    const message = { content_language: 'liquid', content_document: newDocument() } as const
    const body = { name: values.name, ...bodyOf(values), paused: true, ...message }
    create.mutate({ params: { mailing_list_id: listId }, body })
  })
  return (
    <Panel>
      <form onSubmit={submit}>
        <Stack align="flex-start">
          <TextInput
            label={words.name}
            description={words.fresh.nameHint}
            required
            maxLength={255}
            w="100%"
            maw="32rem"
            {...form.getInputProps('name')}
          />
          <Select
            label={words.list}
            data={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
            allowDeselect={false}
            searchable
            w="100%"
            maw="32rem"
            {...form.getInputProps('list')}
          />
          <TriggerFields form={form} listId={listId} />
          {create.isError && <Failure error={create.error} />}
          <Button type="submit" loading={create.isPending}>
            {words.fresh.create}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}
