import { Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  otherwiseKinds,
  previousKinds,
  type StepRecord,
} from '../../../../src/contract/autoresponders/sequence-steps.ts'
import { waitUnits } from '../../../../src/contract/autoresponders/sequence-waits.ts'
import type { Clause } from '../../../../src/contract/segments/clauses.ts'
import { lazy, Suspense } from 'react'
import { useOpenSession } from '../../../app/session.tsx'
import { SegmentSelect } from '../../../resources/choose/segment-select.tsx'
import { sequenceWords } from '../../../words/sequences.ts'

// With the builder of conditions, which most steps do without.
const OwnClauses = lazy(() => import('../../../segments/own-clauses.tsx'))

const words = sequenceWords.fields

export type StepValues = Pick<StepRecord, 'name' | 'wait_amount' | 'wait_unit' | 'previous' | 'otherwise'> & {
  /** '': any time of day. */
  wait_time: string
  weekdays: string[]
  /** `own`: clauses of the step alone. */
  segment: string | null
  /** null while one of them is not complete. */
  clauses: readonly Clause[] | null
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
  clauses: [],
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
    clauses: (step.segmentation_criteria_ad_hoc ?? []) as unknown as Clause[],
  }
}

export function isIncomplete({ segment, clauses }: StepValues): boolean {
  return segment === 'own' && clauses === null
}

export function bodyOf({ weekdays, segment, clauses, wait_amount: amount, ...values }: StepValues) {
  const isOwn = segment === 'own' && clauses !== null && clauses.length > 0
  return {
    ...values,
    // An empty field is a text.
    wait_amount: amount || 0,
    wait_weekdays: weekdays.map(Number),
    ...(isOwn
      ? { segmentation_criteria_ad_hoc: [...clauses] }
      : { segmentation_criteria_id: segment === null || segment === 'own' ? null : Number(segment) }),
  }
}

type FieldsProps = { form: UseFormReturnType<StepValues>; listId: number }

export function StepFields({ form, listId }: FieldsProps) {
  return (
    <Stack gap="sm">
      <Stack gap="sm" maw="36rem">
        <TextInput label={words.name} required maxLength={255} {...form.getInputProps('name')} />
        <Wait form={form} />
      </Stack>
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

/** No segment has this id. */
const ownClausesId = 0

function Condition({ form, listId }: FieldsProps) {
  const own = { id: ownClausesId, name: words.ownClauses }
  const { segment } = form.values
  const hasCondition = form.values.previous !== 'any' || form.values.segment !== null
  return (
    <>
      <Select
        maw="36rem"
        label={words.previous}
        data={previousKinds.map((value) => ({ value, label: words.previousKinds[value] }))}
        allowDeselect={false}
        {...form.getInputProps('previous')}
      />
      <SegmentSelect
        listId={listId}
        besides={own}
        maw="36rem"
        label={words.segment}
        placeholder={words.anybody}
        clearable
        value={segment === null ? null : segment === 'own' ? ownClausesId : Number(segment)}
        onChange={(id) =>
          form.setFieldValue('segment', id === null ? null : id === ownClausesId ? 'own' : String(id))
        }
      />
      {form.values.segment === 'own' && (
        <Suspense fallback={<Text c="dimmed">{words.loading}</Text>}>
          <OwnClauses
            listId={listId}
            first={form.values.clauses ?? []}
            change={(clauses) => form.setFieldValue('clauses', clauses)}
          />
        </Suspense>
      )}
      {hasCondition && (
        <Select
          maw="36rem"
          label={words.otherwise}
          data={otherwiseKinds.map((value) => ({ value, label: words.otherwiseKinds[value] }))}
          allowDeselect={false}
          {...form.getInputProps('otherwise')}
        />
      )}
    </>
  )
}
