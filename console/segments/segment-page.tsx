import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Clause } from '../../src/contract/segments/clauses.ts'
import { createCampaign } from '../../src/contract/campaigns/endpoints.ts'
import { showMailingList } from '../../src/contract/lists/endpoints.ts'
import { deleteSegment, showSegment, updateSegment } from '../../src/contract/segments/endpoints.ts'
import { showSegmentUses } from '../../src/contract/segments/preview.ts'
import { useCall, useChange } from '../app/api.ts'
import { useGuard } from '../app/reach/guard.ts'
import { useMay } from '../app/may.ts'
import { useIdParam, useInOrganization } from '../app/places.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Loading } from '../design/states.tsx'
import { UseList } from '../design/uses.tsx'
import { segmentWords as words } from '../words/audience/segments.ts'
import { useChoices } from './choices.ts'
import { draftOf } from './from-clauses.ts'
import { SegmentForm } from './form.tsx'
import { RemoveSegment } from './remove.tsx'

export default function OneSegment() {
  const id = useIdParam('segment')
  return <KnownSegment id={id} />
}

type Segment = { id: number; name: string; mailing_list_id: number; clauses: unknown[]; updated_at: string }

function KnownSegment({ id }: { id: number }) {
  const at = useInOrganization()
  const found = useCall(showSegment, { params: { id } })
  const segment = found.data?.data
  const listId = segment?.mailing_list_id ?? 0
  const list = useCall(showMailingList, { params: { id: listId } }, { enabled: segment !== undefined })
  return (
    <Page
      title={segment?.name ?? words.title}
      lead={list.data?.data.name ?? '\u00a0'}
      parent={{ title: words.title, to: at('/segments') }}
    >
      <Answered of={found}>{({ data }) => <EditSegment key={data.id} segment={data} />}</Answered>
    </Page>
  )
}

function EditSegment({ segment }: { segment: Segment }) {
  const { id, name, mailing_list_id: listId, clauses } = segment
  const may = useMay()
  const update = useChange(updateSegment, { guard: useGuard(`segment ${id}`, segment.updated_at) })
  // Only once: what one has typed since stays when the saved segment comes back.
  const [top] = useState(() => draftOf(clauses as Clause[]))
  const { isReady } = useChoices(listId, { ownId: id, top })
  if (!isReady) return <Loading rows={8} />
  return (
    <SegmentForm
      listId={listId}
      id={id}
      initial={{ name, top }}
      save={may(updateSegment) ? (body) => update.mutate({ params: { id }, body }) : null}
      state={update}
      beside={
        <>
          <Uses id={id} listId={listId} />
          {may(deleteSegment) && <RemoveSegment id={id} name={name} />}
        </>
      }
    />
  )
}

function Uses({ id, listId }: { id: number; listId: number }) {
  const at = useInOrganization()
  const may = useMay()
  const uses = useCall(showSegmentUses, { params: { id } })
  return (
    <Panel
      title={words.uses.title}
      actions={
        may(createCampaign) && (
          <Button
            component={Link}
            variant="default"
            size="xs"
            href={at(`/campaigns/new?list=${listId}&segment=${id}`)}
          >
            {words.use}
          </Button>
        )
      }
    >
      <Answered of={uses}>
        {({ data }) => {
          const found = [
            ...data.campaigns.map((one) => ({ ...one, type: 'Campaign' })),
            ...data.templates.map((one) => ({ ...one, type: 'Template' })),
            ...data.autoresponders.map((one) => ({ ...one, type: 'Autoresponder' })),
            ...data.segments.map((one) => ({ ...one, type: 'Segment' })),
            ...data.unfinished_exports.map((one) => ({ ...one, type: 'SubscriberExport', name: '' })),
          ]
          if (found.length === 0) return <Text c="dimmed">{words.uses.none}</Text>
          return <UseList uses={found.map((one) => ({ ...one, mailing_list_id: listId }))} />
        }}
      </Answered>
    </Panel>
  )
}
