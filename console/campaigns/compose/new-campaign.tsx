import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { createCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { listTemplates } from '../../../src/contract/campaigns/templates.ts'
import { createMailingList } from '../../../src/contract/lists/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, useQueryParam } from '../../app/places.ts'
import { ListSelect, useFirstLists } from '../../resources/choose/list-select.tsx'
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
  const lists = useFirstLists()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      parent={{ title: composeWords.campaigns, to: at('/campaigns') }}
    >
      <Answered of={lists}>
        {({ data: [first] }) =>
          first === undefined ? (
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
            <Start first={first.id} />
          )
        }
      </Answered>
    </Page>
  )
}

function Start({ first }: { first: number }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [name, setName] = useState('')
  const [asked] = useQueryParam('list')
  const [segment] = useQueryParam('segment')
  const [listId, setListId] = useState(/^[1-9]\d*$/.test(asked) ? Number(asked) : first)
  const [start, setStart] = useQueryParam('start', 'newsletter')
  const create = useChange(createCampaign, { done: ({ id }) => go(at(`/campaigns/${id}/what`)) })
  useAskBeforeClosing(name !== '')
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
            <ListSelect
              label={words.list}
              value={listId}
              allowDeselect={false}
              onChange={(id) => id !== null && setListId(id)}
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
  const templates = useCall(listTemplates, { params, query: { per_page: 2000 } })
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
