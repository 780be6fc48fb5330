import { Anchor, Button, Select, Text } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { Link } from 'wouter'
import { showAutoresponder } from '../../../src/contract/autoresponders/endpoints.ts'
import { listPlaces, removePlace } from '../../../src/contract/autoresponders/sequence-places.ts'
import { listSteps } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization, usePageParam, useQueryParam, useZone } from '../../app/places.ts'
import { Confirm } from '../../design/confirm.tsx'
import { instantWithoutZone } from '../../design/figures.ts'
import { areMany } from '../../design/choices.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { Pages, Rows, type Column } from '../../design/table.tsx'
import { sequenceWords } from '../../words/sequences.ts'

const words = sequenceWords.places

type Params = { mailing_list_id: number; id: number }
type Person = { subscriber_id: number; email: string }

/** Who is within a sequence, and what each waits for. */
export default function People() {
  const params = { mailing_list_id: useIdParam('list'), id: useIdParam('autoresponder') }
  const at = useInOrganization()
  const zone = useZone()
  const sequence = useCall(showAutoresponder, { params })
  const steps = useCall(listSteps, { params })
  const [step, choose] = useQueryParam('step')
  const name = sequence.data?.data.name ?? ''
  const known = (steps.data?.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))
  return (
    <Page
      title={words.title(name)}
      lead={`${words.lead} ${words.zone(zone)}`}
      parent={{ title: name, to: at(`/lists/${params.mailing_list_id}/autoresponders/${params.id}`) }}
    >
      <Select
        label={words.step}
        placeholder={words.everyStep}
        clearable
        data={known}
        searchable={areMany(known)}
        value={step === '' ? null : step}
        onChange={(value) => choose(value ?? '')}
        maw={320}
      />
      <Panel flush>
        <Table params={params} step={step} />
      </Panel>
    </Page>
  )
}

function Table({ params, step }: { params: Params; step: string }) {
  const [page, turn] = usePageParam()
  const [leaving, ask] = useState<Person | null>(null)
  const columns = useColumns(params.mailing_list_id, ask)
  const query = { page, per_page: 50, ...(step === '' ? {} : { step_id: step }) }
  const found = useCall(listPlaces, { params, query }, { keep: true })
  return (
    <Answered of={found}>
      {({ data, paging }) =>
        data.length === 0 ? (
          <Empty {...words.empty} />
        ) : (
          <>
            <Rows
              caption={words.caption}
              rows={data}
              keyOf={({ subscriber_id: id }) => id}
              isOld={found.isPlaceholderData}
              columns={columns}
            />
            <Pages paging={paging} turn={turn} />
            {leaving !== null && <TakeOut params={params} person={leaving} close={() => ask(null)} />}
          </>
        )
      }
    </Answered>
  )
}

type Place = z.output<typeof listPlaces.data>[number]

function useColumns(listId: number, ask: (person: Person) => void): Column<Place>[] {
  const at = useInOrganization()
  const may = useMay()
  const zone = useZone()
  return [
    {
      key: 'person',
      word: words.person,
      show: ({ subscriber_id: id, email }) => (
        <Anchor component={Link} href={at(`/lists/${listId}/people/${id}`)}>
          {email}
        </Anchor>
      ),
    },
    {
      key: 'step',
      word: words.step,
      show: (one) => (one.step_removed ? words.removedStep(one.step_name) : one.step_name),
    },
    { key: 'due', word: words.due, show: (one) => instantWithoutZone(one.due_at, zone) },
    { key: 'entered', word: words.entered, show: (one) => instantWithoutZone(one.entered_at, zone) },
    {
      key: 'actions',
      word: words.takeOutWord,
      isActions: true,
      show: (one) =>
        may(removePlace) && (
          <Button variant="default" size="xs" aria-label={words.takeOut(one.email)} onClick={() => ask(one)}>
            {words.takeOutWord}
          </Button>
        ),
    },
  ]
}

function TakeOut({ params, person, close }: { params: Params; person: Person; close: () => void }) {
  const { subscriber_id: id, email } = person
  const remove = useChange(removePlace, { touches: ['Subscribers'], done: close })
  return (
    <Confirm
      isOpen
      title={words.takeOut(email)}
      action={words.takeOutDo}
      act={() => remove.mutate({ params: { ...params, subscriber_id: id } })}
      close={close}
      isWorking={remove.isPending}
      error={remove.error}
    >
      <Text>{words.takeOutText}</Text>
    </Confirm>
  )
}
