import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { createCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { listTemplates } from '../../../src/contract/campaigns/templates.ts'
import {
  createMailingList,
  listMailingLists,
  showMailingList,
} from '../../../src/contract/lists/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, useQueryParam } from '../../app/places.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { composeWords } from '../../words/compose.ts'
import { gallery } from './gallery/all.ts'
import { filledFor, useSender } from './gallery/brand.ts'
import { Gallery, type Card } from './gallery/cards.tsx'
import { useKeptPictures } from './gallery/kept.ts'
import { inputOf } from './saving/change.ts'
import { newDocument } from './starts.ts'

const words = composeWords.fresh

export default function NewCampaign() {
  const at = useInOrganization()
  const may = useMay()
  const lists = useCall(listMailingLists, { query: { per_page: 100 } })
  const [asked] = useQueryParam('list')
  const listId = /^\d+$/.test(asked) ? Number(asked) : 0
  // It need not be one of the first.
  const own = useCall(showMailingList, { params: { id: listId } }, { enabled: listId > 0 })
  return (
    <Page
      title={words.title}
      lead={words.lead}
      parent={{ title: composeWords.campaigns, to: at('/campaigns') }}
    >
      <Answered of={lists}>
        {() => {
          if (listId > 0 && own.isPending) return null
          const data = withOwn(lists.data?.data ?? [], own.data?.data)
          return data.length === 0 ? (
            <Empty
              {...words.noLists}
              action={
                may(createMailingList) && (
                  <Button component={Link} href={at('/lists/new')}>
                    {words.makeList}
                  </Button>
                )
              }
            />
          ) : (
            <Start lists={data} />
          )
        }}
      </Answered>
    </Page>
  )
}

type Named = { id: number; name: string }

function withOwn(lists: readonly Named[], own: Named | undefined): Named[] {
  return own === undefined || lists.some(({ id }) => id === own.id) ? [...lists] : [own, ...lists]
}

function Start({ lists }: { lists: Named[] }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [name, setName] = useState('')
  const [asked] = useQueryParam('list')
  const [segment] = useQueryParam('segment')
  const [listId, setListId] = useState(lists.find(({ id }) => String(id) === asked)?.id ?? lists[0]?.id ?? 0)
  const [start, setStart] = useQueryParam('start', 'newsletter')
  const create = useChange(createCampaign, { done: ({ id }) => go(at(`/campaigns/${id}/what`)) })
  const { cards, contentsFor } = useStarts(listId)
  const [isDrawing, setDrawing] = useState(false)
  const submit = async () => {
    setDrawing(true)
    const contents = await contentsFor(start).finally(() => setDrawing(false))
    const body = {
      name: name.trim() === '' ? words.title : name,
      contents,
      dispatch_attributes: { state: 'idle' },
      // A segment belongs to its list.
      ...(segment !== '' && String(listId) === asked ? { segmentation_criteria_id: Number(segment) } : {}),
    }
    create.mutate({ params: { mailing_list_id: listId }, body } as never)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="lg">
        <Panel>
          <Group align="flex-end" gap="md">
            <TextInput
              label={words.name}
              description={words.nameHint}
              value={name}
              maxLength={255}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Select
              label={words.list}
              data={lists.map((list) => ({ value: String(list.id), label: list.name }))}
              value={String(listId)}
              allowDeselect={false}
              onChange={(id) => setListId(Number(id))}
            />
          </Group>
        </Panel>
        <Gallery legend={words.start} cards={cards} value={start} choose={setStart} />
        {create.isError && <Failure error={create.error} />}
        <Group>
          <Button type="submit" loading={isDrawing || create.isPending}>
            {words.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Ours, nothing, and the templates of the list. */
function useStarts(listId: number) {
  const params = { mailing_list_id: listId }
  const templates = useCall(listTemplates, { params, query: { per_page: 20 } })
  const own = templates.data?.data ?? []
  const sender = useSender(listId)
  const cards: Card[] = [
    ...gallery.map(({ key, document }) => ({
      key,
      name: composeWords.gallery[key],
      document: filledFor(document, sender),
    })),
    { key: 'blank', name: words.blank, document: newDocument() },
    { key: 'html', name: words.html, document: null },
    ...own.map(({ id, name, contents }) => ({
      key: `template-${id}`,
      name,
      document: contents[0]?.document ?? null,
      html: contents[0]?.html,
    })),
  ]
  const keepPictures = useKeptPictures()
  const contentsFor = async (start: string): Promise<object[]> => {
    const template = own.find(({ id }) => start === `template-${id}`)
    if (template !== undefined) return template.contents.map(inputOf)
    const document = cards.find(({ key }) => key === start)?.document ?? null
    const content = document === null ? { html: '' } : { document: await keepPictures(document) }
    return [{ language: 'liquid', subject: '', ...content }]
  }
  return { cards, contentsFor }
}
