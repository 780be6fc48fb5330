import { NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listCustomFields } from '../../../src/contract/lists/custom-fields.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { areMany } from '../../design/choices.ts'
import { Panel } from '../../design/page.tsx'
import { RuleChoice, useUsableRules } from '../../resources/sending-rules/choice.tsx'
import { composeWords } from '../../words/compose.ts'
import type { Draft } from './draft.ts'
import { Onward, StepPage } from './steps.tsx'
import { needsTime, setNeedsTime } from '../untimed.ts'

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

/** Of an answer, or as it was typed and is not saved yet. */
function shownTime(begins: string, zone: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(begins)
    ? begins.replace(' ', 'T')
    : wallTime(new Date(begins), zone)
}

function Time({ draft }: { draft: Draft }) {
  const zone = useZone()
  const { id, dispatch } = draft.campaign
  const begins = dispatch?.begins_at ?? null
  const [isLater, setLater] = useState(begins !== null || needsTime(id))
  const [text, setText] = useState(begins === null ? '' : shownTime(begins, zone))
  const isOver = text !== '' && text <= wallTime(new Date(), zone)
  const choose = (value: string) => {
    setText(value)
    setNeedsTime(id, value === '')
    if (value !== '') return draft.change({ dispatch_attributes: { begins_at: value.replace('T', ' ') } })
    // What is scheduled keeps its time until there is another one.
    if (dispatch?.state !== 'scheduled') draft.change({ dispatch_attributes: { begins_at: null } })
  }
  const problem = text === '' ? words.timeMissing : words.timeOver
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
              setNeedsTime(id, false)
              draft.change({ dispatch_attributes: { begins_at: null } })
            }}
          />
          <Radio
            name="when"
            label={words.later}
            checked={isLater}
            onChange={() => {
              setLater(true)
              setNeedsTime(id, text === '')
            }}
          />
          {isLater && (
            <TextInput
              type="datetime-local"
              label={words.at}
              description={words.zone(zone)}
              value={text}
              error={text === '' || isOver ? problem : undefined}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
          )}
        </Stack>
      </Panel>
      <LocalTime draft={draft} />
      <Rule draft={draft} />
      <Onward step="when" draft={draft} />
    </>
  )
}

const zoneTypes = ['text', 'select_single_dropdown', 'select_single_radio']

function LocalTime({ draft: { campaign, change } }: { draft: Draft }) {
  const { time_zone_field_id: fieldId = null, spread_hours: hours = null } = campaign.dispatch ?? {}
  const [chosen, setChosen] = useState(fieldId === null ? null : String(fieldId))
  const [spread, setSpread] = useState(hours ?? '')
  const fields = useCall(listCustomFields, {
    params: { mailing_list_id: campaign.mailing_list_id },
    query: { per_page: 2000 },
  })
  const known = fields.data?.data.filter((field) => zoneTypes.includes(field.field_type)) ?? []
  const list = useCall(showMailingList, { params: { id: campaign.mailing_list_id } })
  // The people of a remote list have the columns of a query instead of fields.
  const hasFields = list.data?.data.is_remote_list === false
  return (
    <Panel title={words.pace}>
      <Stack gap="md" maw="32rem">
        {hasFields && (
          <Select
            label={words.localTime}
            description={chosen === null ? words.localHint : words.localPast}
            placeholder={words.sameMoment}
            data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosen}
            clearable
            searchable={areMany(known)}
            onChange={(value) => {
              setChosen(value)
              change({ dispatch_attributes: { time_zone_field_id: value === null ? null : Number(value) } })
            }}
          />
        )}
        <NumberInput
          label={words.spread}
          description={words.spreadHint}
          min={1}
          max={168}
          allowDecimal={false}
          value={spread}
          onChange={(value) => {
            setSpread(value)
            change({ dispatch_attributes: { spread_hours: value === '' ? null : Number(value) } })
          }}
        />
      </Stack>
    </Panel>
  )
}

function Rule({ draft: { campaign, change } }: { draft: Draft }) {
  const { special_sending_rule_id: id = null } = campaign.dispatch ?? {}
  const [chosen, setChosen] = useState(id)
  const rules = useUsableRules(campaign.mailing_list_id)
  const list = useCall(showMailingList, { params: { id: campaign.mailing_list_id } })
  // An organization without rules has nothing to choose.
  if (rules.length === 0 && chosen === null) return null
  return (
    <Panel title={words.rule}>
      <Stack gap="md" maw="32rem">
        <RuleChoice
          rules={rules}
          isRemote={list.data?.data.is_remote_list === true}
          value={chosen}
          onChange={(ruleId) => {
            setChosen(ruleId)
            change({ dispatch_attributes: { special_sending_rule_id: ruleId } })
          }}
        />
      </Stack>
    </Panel>
  )
}
