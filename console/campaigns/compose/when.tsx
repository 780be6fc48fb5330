import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useZone } from '../../app/places.ts'
import { Panel } from '../../design/page.tsx'
import { composeWords } from '../../words/compose.ts'
import type { Draft } from './draft.ts'
import { Onward, StepPage } from './steps.tsx'

const words = composeWords.when

export default function When() {
  return <StepPage step="when">{(draft) => <Time draft={draft} />}</StepPage>
}

/** `2026-05-03T09:00`, as the wall clock of the zone shows it. */
function wallTime(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(instant)
  return parts.replace(' ', 'T')
}

function Time({ draft }: { draft: Draft }) {
  const zone = useZone()
  const begins = draft.campaign.dispatch?.begins_at ?? null
  const [isLater, setLater] = useState(begins !== null)
  const [text, setText] = useState(begins === null ? '' : wallTime(new Date(begins), zone))
  const choose = (value: string) => {
    setText(value)
    if (value !== '') draft.change({ dispatch_attributes: { begins_at: value.replace('T', ' ') } })
  }
  return (
    <>
      <Panel title={words.title}>
        <Stack gap="md" maw="24rem">
          <Radio
            name="when"
            label={words.now}
            checked={!isLater}
            onChange={() => {
              setLater(false)
              setText('')
              draft.change({ dispatch_attributes: { begins_at: null } })
            }}
          />
          <Radio name="when" label={words.later} checked={isLater} onChange={() => setLater(true)} />
          {isLater && (
            <TextInput
              type="datetime-local"
              label={words.at}
              description={words.zone(zone)}
              value={text}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
          )}
        </Stack>
      </Panel>
      <Onward step="when" draft={draft} />
    </>
  )
}
