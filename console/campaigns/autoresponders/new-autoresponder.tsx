import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation } from 'wouter'
import { createAutoresponder } from '../../../src/contract/autoresponders/endpoints.ts'
import { useChange } from '../../app/api.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { useInOrganization, useQueryParam } from '../../app/places.ts'
import { ListSelect, useFirstLists } from '../../resources/choose/list-select.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import { newDocument } from '../compose/starts.ts'
import { bodyOf, newTrigger, TriggerFields } from './trigger-fields.tsx'

/** A new autoresponder is paused until its message is written. */
export default function NewAutoresponder() {
  const at = useInOrganization()
  const lists = useFirstLists()
  return (
    <Page
      title={words.fresh.title}
      lead={words.fresh.lead}
      parent={{ title: words.title, to: at('/autoresponders') }}
    >
      <Answered of={lists}>
        {({ data: [first] }) =>
          first === undefined ? <Empty {...words.noLists} /> : <Start first={first.id} />
        }
      </Answered>
    </Page>
  )
}

function Start({ first }: { first: number }) {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [asked] = useQueryParam('list')
  const form = useForm({ initialValues: { ...newTrigger, name: '', list: Number(asked) || first } })
  useAskBeforeClosing(form.isDirty())
  const listId = form.values.list
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
          <ListSelect
            label={words.list}
            allowDeselect={false}
            w="100%"
            maw="32rem"
            value={listId}
            onChange={(id) => id !== null && form.setFieldValue('list', id)}
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
