import { Alert, Button, Group, Stack } from '@mantine/core'
import { listCustomFields } from '../../src/contract/lists/custom-fields.ts'
import { updateSubscriber } from '../../src/contract/subscribers/endpoints.ts'
import { showSubscriberPause, updateSubscriberPause } from '../../src/contract/subscribers/pause.ts'
import { useCall, useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useZone } from '../app/places.ts'
import { instant } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { peopleWords, personWords as words, shown, statusWords } from '../words/audience/subscribers.ts'
import { pauseWords } from '../words/audience/readers.ts'
import { Fact } from './fact.tsx'
import { FieldFact } from './field-fact.tsx'
import type { PersonRecord } from './record.ts'

/** The fields, each changed in its place. */
export function Facts({ person }: { person: PersonRecord }) {
  const zone = useZone()
  const params = { mailing_list_id: person.mailing_list_id }
  const fields = useCall(listCustomFields, { params, query: { per_page: 2000 } })
  const joined = person.subscribe_time === null ? null : instant(person.subscribe_time, zone)
  return (
    <Panel title={words.what}>
      <Stack gap={4}>
        <Standing person={person} />
        <Break person={person} />
        <Fact name={peopleWords.joined} value={shown(joined)} />
        {(fields.data?.data ?? []).map((field) => (
          <FieldFact key={field.id} field={field} person={person} />
        ))}
      </Stack>
    </Panel>
  )
}

function Standing({ person: { id, status, mailing_list_id: listId } }: { person: PersonRecord }) {
  const may = useMay()
  const change = useChange(updateSubscriber)
  const become = (next: 'active' | 'unsubscribed') =>
    change.mutate({ params: { mailing_list_id: listId, id_or_email: String(id) }, body: { status: next } })
  const isActive = status === 'active'
  return (
    <Stack gap="xs" mb="xs">
      {!isActive && <Alert variant="outline" color="var(--quiver-warning)" title={words.left[status]} />}
      <Group justify="space-between">
        <Fact name={words.status} value={statusWords[status]} />
        {may(updateSubscriber) && (
          <Button
            variant="default"
            size="xs"
            loading={change.isPending}
            onClick={() => become(isActive ? 'unsubscribed' : 'active')}
          >
            {isActive ? words.deactivate : words.activate}
          </Button>
        )}
      </Group>
      {change.isError && <Failure error={change.error} />}
    </Stack>
  )
}

/** Says until when the person pauses; nothing if they do not. */
function Break({ person: { id, mailing_list_id } }: { person: PersonRecord }) {
  const may = useMay()
  const zone = useZone()
  const params = { mailing_list_id, id }
  const pause = useCall(showSubscriberPause, { params })
  const change = useChange(updateSubscriberPause, { touches: ['Subscribers'] })
  const until = pause.data?.data.paused_until ?? null
  if (until === null) return null
  return (
    <Alert variant="outline" color="var(--quiver-warning)" title={pauseWords.until(instant(until, zone))}>
      <Group>
        {may(updateSubscriberPause) && (
          <Button
            variant="default"
            size="xs"
            loading={change.isPending}
            onClick={() => change.mutate({ params, body: { paused_until: null } })}
          >
            {pauseWords.end}
          </Button>
        )}
      </Group>
      {change.isError && <Failure error={change.error} />}
    </Alert>
  )
}
