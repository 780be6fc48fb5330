import { Checkbox, Group, Select } from '@mantine/core'
import { listWords } from '../../words/audience/lists.ts'
import { composeWords } from '../../words/compose.ts'
import { Whole, type DefaultsForm } from './inputs.tsx'

/** The same words as in a campaign, which has the same settings. */
const words = composeWords.how

export function Winner({ form }: { form: DefaultsForm }) {
  return (
    <>
      <Checkbox
        label={listWords.defaults.winner}
        description={listWords.defaults.winnerHint}
        {...form.getInputProps('d_autowinner_enabled', { type: 'checkbox' })}
      />
      {form.values.d_autowinner_enabled && (
        <>
          <Whole form={form} name="d_autowinner_percentage" label={words.percentage} min={1} max={99} />
          <Group align="flex-end">
            <Whole form={form} name="d_autowinner_delay_amount" label={words.wait} min={1} />
            <Chosen form={form} name="d_autowinner_delay_unit" label={words.unit} of={words.units} />
          </Group>
          <Chosen form={form} name="d_autowinner_metric" label={words.metric} of={words.metrics} />
        </>
      )}
    </>
  )
}

type ChosenProps = {
  form: DefaultsForm
  name: 'd_autowinner_delay_unit' | 'd_autowinner_metric'
  label: string
  of: Record<string, string>
}

function Chosen({ form, name, label, of }: ChosenProps) {
  return (
    <Select
      label={label}
      data={Object.entries(of).map(([value, word]) => ({ value, label: word }))}
      {...form.getInputProps(name)}
    />
  )
}
