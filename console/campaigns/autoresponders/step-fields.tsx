import { Checkbox, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { otherwiseKinds, previousKinds } from '../../../src/contract/autoresponders/sequence-steps.ts'
import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { waitUnits } from '../../../src/contract/autoresponders/sequence-waits.ts'
import { listSegmentsOfList } from '../../../src/contract/segments/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useOpenSession } from '../../app/session.tsx'
import { sequenceWords } from '../../words/sequences.ts'

const words = sequenceWords.fields

export type StepValues = Pick<StepRecord, 'name' | 'wait_amount' | 'wait_unit' | 'previous' | 'otherwise'> & {
  /** '': any time of day. */
  wait_time: string
  weekdays: string[]
  /** `own`: clauses of the step alone, which the API made. */
  segment: string | null
}

export const newStepValues: StepValues = {
  name: '',
  wait_amount: 1,
  wait_unit: 'days',
  wait_time: '',
  weekdays: [],
  previous: 'any',
  otherwise: 'end',
  segment: null,
}

export function valuesOf(step: StepRecord): StepValues {
  const { name, wait_amount, wait_unit, previous, otherwise, segmentation_criteria_id: id } = step
  const isOwn = id !== null && step.segmentation_criteria_name === null
  return {
    name,
    wait_amount,
    wait_unit,
    previous,
    otherwise,
    wait_time: step.wait_time ?? '',
    weekdays: step.wait_weekdays.map(String),
    segment: id === null ? null : isOwn ? 'own' : String(id),
  }
}

export function bodyOf({ weekdays, segment, wait_amount: amount, ...values }: StepValues) {
  return {
    ...values,
    // An empty field is a text.
    wait_amount: amount || 0,
    wait_weekdays: weekdays.map(Number),
    ...(segment === 'own' ? {} : { segmentation_criteria_id: segment === null ? null : Number(segment) }),
  }
}

type FieldsProps = { form: UseFormReturnType<StepValues>; listId: number }

export function StepFields({ form, listId }: FieldsProps) {
  return (
    <Stack gap="sm" maw="36rem">
      <TextInput label={words.name} required maxLength={255} {...form.getInputProps('name')} />
      <Wait form={form} />
      <Condition form={form} listId={listId} />
    </Stack>
  )
}

function Wait({ form }: Pick<FieldsProps, 'form'>) {
  const { organization } = useOpenSession()
  return (
    <>
      <Group align="flex-end" gap="sm">
        <NumberInput label={words.amount} min={0} {...form.getInputProps('wait_amount')} />
        <Select
          label={words.unit}
          data={waitUnits.map((value) => ({ value, label: words.units[value] }))}
          allowDeselect={false}
          w={140}
          {...form.getInputProps('wait_unit')}
        />
      </Group>
      <TextInput
        type="time"
        label={words.time}
        description={words.timeHint(organization.time_zone)}
        maw={220}
        {...form.getInputProps('wait_time')}
      />
      <Checkbox.Group
        label={words.weekdays}
        description={words.weekdaysHint}
        {...form.getInputProps('weekdays')}
      >
        <Group gap="md" mt={6}>
          {words.weekdayNames.map((name, at) => (
            <Checkbox key={name} value={String(at + 1)} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  )
}

function Condition({ form, listId }: FieldsProps) {
  const segments = useCall(listSegmentsOfList, {
    params: { mailing_list_id: listId },
    query: { per_page: 100 },
  })
  const saved = (segments.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const own = form.values.segment === 'own' ? [{ value: 'own', label: words.ownClauses }] : []
  const hasCondition = form.values.previous !== 'any' || form.values.segment !== null
  return (
    <>
      <Select
        label={words.previous}
        data={previousKinds.map((value) => ({ value, label: words.previousKinds[value] }))}
        allowDeselect={false}
        {...form.getInputProps('previous')}
      />
      <Select
        label={words.segment}
        placeholder={words.anybody}
        clearable
        data={[...own, ...saved]}
        {...form.getInputProps('segment')}
      />
      {hasCondition && (
        <Select
          label={words.otherwise}
          data={otherwiseKinds.map((value) => ({ value, label: words.otherwiseKinds[value] }))}
          allowDeselect={false}
          {...form.getInputProps('otherwise')}
        />
      )}
    </>
  )
}
