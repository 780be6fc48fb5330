import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { listCustomFields } from '../../../src/contract/lists/custom-fields.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import {
  deleteWebForm,
  showWebForm,
  updateWebForm,
  type WebForm,
} from '../../../src/contract/lists/forms/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { Confirm } from '../../design/confirm.tsx'
import { Copyable } from '../../design/copyable.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { formWords as words } from '../../words/audience/forms.ts'
import { FormEditor } from './editor.tsx'
import { NoSender } from './no-sender.tsx'

/** One form: its words and rules, its pages, the way to publish it, and its end. */
export default function OneForm() {
  const listId = useIdParam('list')
  const id = useIdParam('form')
  return <KnownForm listId={listId} id={id} />
}

function KnownForm({ listId, id }: { listId: number; id: number }) {
  const may = useMay()
  const at = useInOrganization()
  const list = useCall(showMailingList, { params: { id: listId } })
  const fields = useCall(listCustomFields, { params: { mailing_list_id: listId }, query: { per_page: 2000 } })
  const form = useCall(showWebForm, { params: { id } })
  const change = useChange(updateWebForm, { guard: useGuard(`web form ${id}`, form.data?.data.updated_at) })
  const save: Parameters<typeof FormEditor>[0]['save'] = may(updateWebForm)
    ? (body, done) => change.mutate({ params: { id }, body }, { onSuccess: done })
    : null
  return (
    <Page
      title={form.data?.data.name ?? words.title}
      parent={{ title: words.title, to: at(`/lists/${listId}/forms`) }}
    >
      <Answered of={list}>
        {({ data: ofList }) => (
          <>
            <NoSender list={ofList} />
            <Answered of={fields}>
              {({ data: ofFields }) => (
                <Answered of={form}>
                  {({ data }) => (
                    <FormEditor
                      list={ofList}
                      fields={ofFields}
                      form={data}
                      save={save}
                      isSaving={change.isPending}
                      isSaved={change.isSuccess}
                      error={change.error}
                    >
                      <Publish form={data} />
                      {may(deleteWebForm) && <Remove form={data} />}
                    </FormEditor>
                  )}
                </Answered>
              )}
            </Answered>
          </>
        )}
      </Answered>
    </Page>
  )
}

function Publish({ form: { url, embed_html: html, figures } }: { form: WebForm }) {
  return (
    <Panel title={words.share}>
      <Stack gap="md">
        <Text size="sm">{words.figuresText(figures)}</Text>
        <Copyable label={words.address} value={url} />
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
        >
          {words.open}
        </Button>
        <Text size="sm" c="dimmed">
          {words.embedHint}
        </Text>
        <Copyable label={words.embed} value={html} />
      </Stack>
    </Panel>
  )
}

function Remove({ form }: { form: WebForm }) {
  const [isOpen, setOpen] = useState(false)
  const [, go] = useLocation()
  const at = useInOrganization()
  const remove = useChange(deleteWebForm, { done: () => go(at(`/lists/${form.mailing_list_id}/forms`)) })
  return (
    <Panel title={words.delete.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {words.delete.text(form.figures)}
        </Text>
        <Button variant="outline" color="var(--quiver-danger)" onClick={() => setOpen(true)}>
          {words.delete.begin}
        </Button>
      </Stack>
      <Confirm
        isOpen={isOpen}
        title={words.delete.title}
        action={words.delete.submit}
        act={() => remove.mutate({ params: { id: form.id } })}
        close={() => setOpen(false)}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.delete.text(form.figures)}</Text>
      </Confirm>
    </Panel>
  )
}
