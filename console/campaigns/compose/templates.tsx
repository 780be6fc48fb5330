import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'wouter'
import { createCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { deleteTemplate, listTemplates, updateTemplate } from '../../../src/contract/campaigns/templates.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization, useQueryParam } from '../../app/places.ts'
import { ListSelect, useFirstLists } from '../../resources/choose/list-select.tsx'
import { Dialog } from '../../design/confirm.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { words as common } from '../../words/app.ts'
import { composeWords } from '../../words/compose.ts'
import { gallery } from './gallery/all.ts'
import { filledFor, useSender } from './gallery/brand.ts'
import { Miniature } from './gallery/cards.tsx'

const words = composeWords.templates

export default function Templates() {
  const at = useInOrganization()
  const may = useMay()
  const sender = useSender(0)
  return (
    <Page title={words.title} lead={words.lead}>
      <Own />
      <Panel title={words.ours}>
        <Group align="flex-start" gap="md">
          {gallery.map(({ key, document }) => (
            <Stack key={key} gap="xs" w={180}>
              <Miniature card={{ key, name: key, document: filledFor(document, sender) }} />
              <Text fw={600}>{composeWords.gallery[key]}</Text>
              {may(createCampaign) && (
                <Button component={Link} variant="default" href={`${at('/campaigns/new')}?start=${key}`}>
                  {words.write}
                </Button>
              )}
            </Stack>
          ))}
        </Group>
      </Panel>
    </Page>
  )
}

function Own() {
  const lists = useFirstLists()
  const [list, setList] = useQueryParam('list')
  return (
    <Panel title={words.own}>
      <Answered of={lists}>
        {({ data }) => {
          const id = Number(list) || (data[0]?.id ?? 0)
          return (
            <Stack gap="md">
              {data.length > 1 && (
                <ListSelect
                  label={words.list}
                  maw="20rem"
                  value={id}
                  allowDeselect={false}
                  onChange={(chosen) => setList(String(chosen ?? ''))}
                />
              )}
              {id === 0 ? <Text c="dimmed">{words.none}</Text> : <OfList listId={id} />}
            </Stack>
          )
        }}
      </Answered>
    </Panel>
  )
}

function OfList({ listId }: { listId: number }) {
  const may = useMay()
  const params = { mailing_list_id: listId }
  const templates = useCall(listTemplates, { params, query: { per_page: 2000 } })
  const remove = useChange(deleteTemplate)
  const [asked, setAsked] = useState(0)
  return (
    <Answered of={templates}>
      {({ data }) =>
        data.length === 0 ? (
          <Text c="dimmed">{words.none}</Text>
        ) : (
          <Group align="flex-start" gap="md">
            {remove.isError && <Failure error={remove.error} />}
            {data.map(({ id, name, contents: [first] }) => (
              <Stack key={id} gap="xs" w={180}>
                <Miniature card={{ key: name, name, document: first?.document ?? null, html: first?.html }} />
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                {may(updateTemplate) && asked !== id && <Rename id={id} name={name} />}
                {may(deleteTemplate) && (
                  <Group gap="xs">
                    {asked === id ? (
                      <>
                        <Button variant="default" autoFocus onClick={() => setAsked(0)}>
                          {composeWords.back}
                        </Button>
                        <Button variant="default" onClick={() => remove.mutate({ params: { id } })}>
                          {words.remove(name)}
                        </Button>
                      </>
                    ) : (
                      <Button variant="default" onClick={() => setAsked(id)}>
                        {words.remove(name)}
                      </Button>
                    )}
                  </Group>
                )}
              </Stack>
            ))}
          </Group>
        )
      }
    </Answered>
  )
}

function Rename({ id, name }: { id: number; name: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [next, setNext] = useState(name)
  const change = useChange(updateTemplate, { done: close })
  return (
    <>
      <Button variant="default" aria-label={words.rename(name)} onClick={open}>
        {words.renameWord}
      </Button>
      <Dialog isOpen={isOpen} title={words.rename(name)} close={close}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            change.mutate({ params: { id }, body: { name: next } })
          }}
        >
          <Stack>
            <TextInput
              label={words.name}
              value={next}
              data-autofocus
              onChange={({ currentTarget: { value } }) => setNext(value)}
            />
            {change.isError && <Failure error={change.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {common.cancel}
              </Button>
              <Button type="submit" loading={change.isPending}>
                {words.saveName}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
