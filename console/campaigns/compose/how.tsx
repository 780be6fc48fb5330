import { Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../design/page.tsx'
import { composeWords } from '../../words/compose.ts'
import type { Draft } from './draft.ts'
import { Onward, StepPage } from './steps.tsx'

const words = composeWords.how

export default function How() {
  return <StepPage step="how">{(draft) => <Settings draft={draft} />}</StepPage>
}

type Values = Record<string, string | number | boolean | null>

const testDefaults = {
  autowinner_percentage: 20,
  autowinner_delay_amount: 4,
  autowinner_delay_unit: 'hours',
  autowinner_metric: 'clicks_unique',
}

/** The settings of the campaign, as the values of the fields. */
function useSettings({ campaign, change }: Draft) {
  const [values, setValues] = useState<Values>({ ...(campaign.dispatch as unknown as Values) })
  return {
    textOf: (name: string) => String(values[name] ?? ''),
    flagOf: (name: string) => values[name] === true,
    set: (name: string, value: string | number | boolean | null) => {
      setValues((before) => ({ ...before, [name]: value }))
      change({ dispatch_attributes: { [name]: value } })
    },
    startTest: () => {
      const unset = Object.entries(testDefaults).filter(([name]) => (values[name] ?? null) === null)
      const attributes = { ...Object.fromEntries(unset), autowinner_enabled: true }
      setValues((before) => ({ ...before, ...attributes }))
      change({ dispatch_attributes: attributes })
    },
  }
}

type Setting = { settings: ReturnType<typeof useSettings> }

function Settings({ draft }: { draft: Draft }) {
  const settings = useSettings(draft)
  const { textOf, set } = settings
  const field = (name: string) => ({
    value: textOf(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(name, currentTarget.value),
  })
  return (
    <>
      <Panel title={words.title}>
        <Stack gap="md" maw="32rem">
          <TextInput label={words.fromName} {...field('from_name')} />
          <TextInput label={words.fromEmail} type="email" required {...field('from_email')} />
          <TextInput
            label={words.replyTo}
            description={words.replyHint}
            type="email"
            {...field('reply_to')}
          />
          <NumberInput
            label={words.speed}
            description={words.speedHint}
            min={0}
            value={Number(textOf('speed') || 0)}
            onChange={(value) => set('speed', Number(value) || 0)}
          />
          <Flag name="track_opens" label={words.trackOpens} settings={settings} />
          <Flag name="track_links" label={words.trackLinks} settings={settings} />
        </Stack>
      </Panel>
      <Winner draft={draft} settings={settings} />
      <Onward step="how" draft={draft} />
    </>
  )
}

function Flag({ name, label, settings }: Setting & { name: string; label: string }) {
  return (
    <Checkbox
      label={label}
      checked={settings.flagOf(name)}
      onChange={({ currentTarget }) => settings.set(name, currentTarget.checked)}
    />
  )
}

function Winner({ draft, settings }: Setting & { draft: Draft }) {
  const { textOf, set } = settings
  const options = (known: Record<string, string>) =>
    Object.entries(known).map(([value, label]) => ({ value, label }))
  const isOn = settings.flagOf('autowinner_enabled')
  return (
    <Panel title={words.winner}>
      <Stack gap="md" maw="32rem">
        <Text c="dimmed">{draft.contents.length < 2 ? words.winnerNeedsTwo : words.winnerText}</Text>
        {draft.contents.length > 1 && (
          <Checkbox
            label={words.winnerEnabled}
            checked={isOn}
            onChange={({ currentTarget }) =>
              currentTarget.checked ? settings.startTest() : set('autowinner_enabled', false)
            }
          />
        )}
        {draft.contents.length > 1 && isOn && (
          <>
            <NumberInput
              label={words.percentage}
              min={1}
              max={99}
              value={Number(textOf('autowinner_percentage') || 0)}
              onChange={(value) => set('autowinner_percentage', Number(value) || null)}
            />
            <Group align="flex-end">
              <NumberInput
                label={words.wait}
                min={1}
                value={Number(textOf('autowinner_delay_amount') || 0)}
                onChange={(value) => set('autowinner_delay_amount', Number(value) || null)}
              />
              <Select
                label={words.unit}
                data={options(words.units)}
                value={textOf('autowinner_delay_unit') || null}
                onChange={(value) => set('autowinner_delay_unit', value)}
              />
            </Group>
            <Select
              label={words.metric}
              data={options(words.metrics)}
              value={textOf('autowinner_metric') || null}
              onChange={(value) => set('autowinner_metric', value)}
            />
          </>
        )}
      </Stack>
    </Panel>
  )
}
