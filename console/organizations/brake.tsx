import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import {
  releaseSendingBrake,
  showOwnSendingBrake,
  showSendingBrake,
  updateSendingBrake,
  type sendingBrakeSchema,
} from '../../src/contract/accounting/sending-brake.ts'
import { useCall, useChange } from '../app/api.ts'
import { useZone } from '../app/places.ts'
import { Facts, State } from '../design/facts.tsx'
import { instant } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { reasonOf } from '../app/reach/reasons.ts'
import { organizationWords } from '../words/organizations.ts'

const words = organizationWords.brake

type BrakeState = z.output<typeof sendingBrakeSchema>

export function Brake({ id }: { id: number }) {
  const brake = useCall(showSendingBrake, { params: { id } })
  return <Answered of={brake}>{({ data }) => <Known id={id} of={data} />}</Answered>
}

function Known({ id, of: brake }: { id: number; of: BrakeState }) {
  const release = useChange(releaseSendingBrake)
  return (
    <Stack gap="lg">
      <Panel>
        <Stack gap="md">
          <BrakeSummary of={brake} />
          {brake.braked && (
            <Group>
              <Button loading={release.isPending} onClick={() => release.mutate({ params: { id } })}>
                {words.release}
              </Button>
              <Text size="sm" c="dimmed">
                {words.releaseText}
              </Text>
            </Group>
          )}
          {release.isError && <Failure error={release.error} />}
        </Stack>
      </Panel>
      <BrakeLimits id={id} of={brake} />
    </Stack>
  )
}

/** What was counted, and whether sending is stopped. */
function BrakeSummary({ of: brake }: { of: BrakeState }) {
  const zone = useZone()
  return (
    <>
      {brake.braked ? (
        <State icon={IconHandStop} tone="danger" word={words.pulled} />
      ) : (
        <State icon={IconCircleCheck} tone="success" word={words.free} />
      )}
      {brake.braked_at !== null && (
        <Text>
          {words.since(instant(brake.braked_at, zone))} {reasonOf(brake.reason)}
        </Text>
      )}
      <Text c="dimmed">{words.counted(brake.messages)}</Text>
      <Facts
        of={[
          { word: words.bounces, value: words.rate(brake.bounce_rate) },
          { word: words.complaints, value: words.rate(brake.complaint_rate) },
        ]}
      />
    </>
  )
}

/** For the administrators of the organization, who cannot change it. */
export function OwnBrake() {
  const brake = useCall(showOwnSendingBrake, {})
  return (
    <Panel title={words.title}>
      <Answered of={brake}>
        {({ data }) => (
          <Stack gap="md">
            <BrakeSummary of={data} />
            {data.braked && <Text>{words.ask}</Text>}
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}

function BrakeLimits({ id, of: brake }: { id: number; of: BrakeState }) {
  const save = useChange(updateSendingBrake)
  const [limits, setLimits] = useState({
    bounce_limit: brake.bounce_limit,
    complaint_limit: brake.complaint_limit,
    messages_min: brake.messages_min,
  })
  const field = (name: keyof typeof limits, label: string, description?: string) => (
    <NumberInput
      label={label}
      description={description}
      min={0}
      decimalScale={2}
      value={limits[name]}
      onChange={(value) => setLimits({ ...limits, [name]: Number(value) })}
    />
  )
  return (
    <Panel title={organizationWords.tabs.brake}>
      <Stack gap="md" maw="28rem">
        {field('bounce_limit', words.bounceLimit, words.zero)}
        {field('complaint_limit', words.complaintLimit, words.zero)}
        {field('messages_min', words.minimum)}
        {save.isError && <Failure error={save.error} />}
        <Group>
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate({ params: { id }, body: limits })}
          >
            {words.submit}
          </Button>
          <Text role="status" c="dimmed">
            {save.isSuccess ? organizationWords.saved : ''}
          </Text>
        </Group>
      </Stack>
    </Panel>
  )
}
