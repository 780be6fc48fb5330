import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { useOpenSession } from '../../app/session.tsx'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { columnWords, importWords, ruleWords as words } from '../../words/imports.ts'
import { bodyOf, choicesOf, missingIn, type Draft, type Rules } from './draft.ts'
import type { Source } from './source.ts'

type Props = {
  listId: number
  source: Source
  inspection: Inspection
  draft: Draft
  change: (change: Partial<Draft>) => void
  back: () => void
}

/** Step 3: the rules as sentences, each with what it means for a row of this file. */
export function RulesStep({ listId, source, inspection, draft, change, back }: Props) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const { rules } = draft
  const set = (part: Partial<Rules>) => change({ rules: { ...rules, ...part } })
  const create = useChange(createSubscriberImport, {
    done: ({ id, dry_run: isDryRun }) => go(at(`/imports/${id}${isDryRun ? '/preview' : ''}`)),
  })
  const submit = () =>
    create.mutate({
      params: { mailing_list_id: listId },
      body: bodyOf(inspection, draft, { source, isDryRun: !rules.isLater }),
    })
  const missing = missingIn(rules)
  const parts = { rules, set, example: exampleOf(inspection, draft) }
  return (
    <Stack gap="md">
      <NewPeople {...parts} />
      <KnownPeople {...parts} />
      {rules.update && <LeftPeople {...parts} />}
      <BadCells {...parts} />
      <MissingPeople {...parts} />
      <When {...parts} />
      {create.isError && <Failure error={create.error} />}
      <Group>
        <Button variant="default" onClick={back}>
          {importWords.back}
        </Button>
        <Button onClick={submit} loading={create.isPending} disabled={missing !== null}>
          {rules.isLater ? words.schedule : words.preview}
        </Button>
        {missing === 'time' && <Text c="dimmed">{words.pickTime}</Text>}
      </Group>
    </Stack>
  )
}

type Example = { address: string; values: { name: string; value: string }[] }
type PartProps = { rules: Rules; set: (part: Partial<Rules>) => void; example: Example }

/** From the first row of the file that has an address. */
function exampleOf(inspection: Inspection, draft: Draft): Example {
  const choices = choicesOf(inspection, draft)
  const email = choices.findIndex(({ field }) => field.toLowerCase() === 'email')
  const row = inspection.rows.find((cells) => (cells[email] ?? '').includes('@')) ?? []
  const values = choices.flatMap(({ field }, index) =>
    field === '' || field in columnWords.names ? [] : [{ name: field, value: row[index] ?? '' }],
  )
  return { address: row[email] ?? '', values: values.slice(0, 3) }
}

function Part({ title, example, children }: { title: string; example?: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <Stack gap="xs">
        {children}
        {example !== undefined && (
          <Text c="dimmed" fs="italic">
            {example}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

function NewPeople({ rules, set, example }: PartProps) {
  const { title, status, statuses, letters } = words.newPeople
  return (
    <Part title={title} example={words.newPeople.example(example.address)}>
      <Radio.Group label={status} value={rules.status} onChange={(value) => set({ status: value })}>
        <Stack gap="xs" mt="xs">
          {Object.entries(statuses).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={letters}
        checked={rules.letters}
        onChange={(event) => set({ letters: event.currentTarget.checked })}
      />
    </Part>
  )
}

function KnownPeople({ rules, set, example: { address, values } }: PartProps) {
  const { title, leave, update, example, becomes, stays } = words.known
  const said = rules.update
    ? example(
        address,
        values.map(({ name, value }) => becomes(name, value)),
      )
    : stays(address)
  return (
    <Part title={title} example={said}>
      <Radio.Group
        aria-label={title}
        value={rules.update ? 'update' : 'leave'}
        onChange={(value) => set({ update: value === 'update' })}
      >
        <Stack gap="xs">
          <Radio value="leave" label={leave} />
          <Radio value="update" label={update} />
        </Stack>
      </Radio.Group>
    </Part>
  )
}

/** One click never reactivates people: the user must confirm two settings. */
function LeftPeople({ rules, set }: PartProps) {
  const { title, stay, fields, back, consent, warning } = words.left
  return (
    <Part title={title}>
      <Text>{stay}</Text>
      <Checkbox
        label={fields}
        checked={rules.updateLeft}
        onChange={(event) => set({ updateLeft: event.currentTarget.checked })}
      />
      <Checkbox
        label={back}
        checked={rules.bringBack}
        onChange={(event) => set({ bringBack: event.currentTarget.checked, hasConsent: false })}
      />
      {rules.bringBack && (
        <>
          <Checkbox
            label={consent}
            checked={rules.hasConsent}
            onChange={(event) => set({ hasConsent: event.currentTarget.checked })}
            ms="lg"
          />
          <Text c="var(--quiver-warning)">{warning}</Text>
        </>
      )}
    </Part>
  )
}

function BadCells({ rules, set }: PartProps) {
  const { title, fail, empty, hint } = words.badCells
  return (
    <Part title={title} example={hint}>
      <Radio.Group aria-label={title} value={rules.badValues} onChange={(value) => set({ badValues: value })}>
        <Stack gap="xs">
          <Radio value="fail_row" label={fail} />
          <Radio value="leave_empty" label={empty} />
        </Stack>
      </Radio.Group>
    </Part>
  )
}

function MissingPeople({ rules, set }: PartProps) {
  const { title, keep, deactivate, unsubscribe, limit, limitHint } = words.missing
  return (
    <Part title={title}>
      <Radio.Group aria-label={title} value={rules.missing} onChange={(value) => set({ missing: value })}>
        <Stack gap="xs">
          <Radio value="keep" label={keep} />
          <Radio value="deactivate" label={deactivate} />
          <Radio value="unsubscribe" label={unsubscribe} />
        </Stack>
      </Radio.Group>
      {rules.missing !== 'keep' && (
        <TextInput
          label={limit}
          description={limitHint}
          maw="28rem"
          value={rules.limit}
          onChange={(event) => set({ limit: event.currentTarget.value })}
        />
      )}
    </Part>
  )
}

function When({ rules, set }: PartProps) {
  const { organization } = useOpenSession()
  const { title, now, later, at } = words.when
  return (
    <Part title={title}>
      <Radio.Group
        aria-label={title}
        value={rules.isLater ? 'later' : 'now'}
        onChange={(value) => set({ isLater: value === 'later' })}
      >
        <Stack gap="xs">
          <Radio value="now" label={now} />
          <Radio value="later" label={later} />
        </Stack>
      </Radio.Group>
      {rules.isLater && (
        <TextInput
          type="datetime-local"
          label={at(organization.time_zone)}
          maw="18rem"
          value={rules.beginsAt}
          onChange={(event) => set({ beginsAt: event.currentTarget.value })}
        />
      )}
    </Part>
  )
}
