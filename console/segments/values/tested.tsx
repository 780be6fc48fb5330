import { Group, MultiSelect, Select, TagsInput, Text, TextInput } from '@mantine/core'
import {
  shapeOf,
  type TestKind,
  type TestOperator,
  type TestShape,
} from '../../../src/contract/segments/value-tests.ts'
import { areMany } from '../../design/choices.ts'
import { ListSelect } from '../../resources/choose/list-select.tsx'
import { SegmentSelect } from '../../resources/choose/segment-select.tsx'
import { segmentWords } from '../../words/audience/segments.ts'
import { statusWords } from '../../words/audience/subscribers.ts'
import { dateSubjects, type ClauseDraft } from '../draft.ts'
import type { Choices, FieldChoice } from '../row.ts'
import { HowMany, optionsOf } from './how-many.tsx'
import { testedBy } from '../to-clauses.ts'

const words = segmentWords.builder

type ValueProps = { clause: ClauseDraft; set: (changes: Partial<ClauseDraft>) => void; choices: Choices }

/** The row with another operator: what was typed stays if it can mean the same. */
export function valueFor(
  clause: ClauseDraft,
  operator: string,
  fields: readonly FieldChoice[],
): Partial<ClauseDraft> {
  const [before, after] = [shapeIn(clause, clause.operator, fields), shapeIn(clause, operator, fields)]
  if (before === after || after === 'none') return { operator }
  return { operator, value: after === 'days' ? '30' : '', to: '' }
}

function shapeIn({ subject }: ClauseDraft, operator: string, fields: readonly FieldChoice[]): TestShape {
  if (dateSubjects.includes(subject)) return operator.endsWith('days') ? 'days' : 'value'
  return testedBy(subject, fields) === null ? 'value' : shapeOf(operator as TestOperator)
}

export function Value({ clause, set, choices }: ValueProps) {
  const { subject, operator, value } = clause
  const tested = testedBy(subject, choices.fields)
  const shape = shapeIn(clause, operator, choices.fields)
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) =>
    set({ value: currentTarget.value })
  if (shape === 'none') return null
  if (shape === 'days') {
    return <HowMany value={value} unit={words.days} set={(next) => set({ value: next })} />
  }
  if (dateSubjects.includes(subject)) {
    return <TextInput aria-label={words.value} type="date" value={value} onChange={typed} />
  }
  if (tested === null) return <NamedRecord clause={clause} set={set} choices={choices} />
  if (shape === 'values') return <Values clause={clause} set={set} {...tested} />
  if (tested.kind === 'boolean') {
    const answers = [
      { value: 'true', label: words.yes },
      { value: 'false', label: words.no },
    ]
    return (
      <Select
        aria-label={words.value}
        data={answers}
        value={value}
        allowDeselect={false}
        onChange={(one) => set({ value: one ?? '' })}
      />
    )
  }
  return (
    <Group gap="xs" className="clause-text">
      <Typed kind={tested.kind} word={words.value} value={value} set={(one) => set({ value: one })} />
      {shape === 'range' && (
        <>
          <Text size="sm">{words.to}</Text>
          <Typed kind={tested.kind} word={words.end} value={clause.to} set={(one) => set({ to: one })} />
        </>
      )}
    </Group>
  )
}

type TypedProps = { kind: TestKind; word: string; value: string; set: (value: string) => void }

function Typed({ kind, word, value, set }: TypedProps) {
  const placeholder = { domain: words.domainExample, day_of_year: words.dayExample }[kind as 'domain']
  return (
    <TextInput
      aria-label={word}
      style={{ flex: '1 1 7rem' }}
      value={value}
      {...(kind === 'date' ? { type: 'date' } : {})}
      {...(kind === 'number' ? { inputMode: 'numeric' as const } : {})}
      {...(kind === 'decimal' ? { inputMode: 'decimal' as const } : {})}
      {...(placeholder === undefined ? {} : { placeholder })}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

type ValuesProps = Omit<ValueProps, 'choices'> & { kind: TestKind; options: readonly string[] }

function Values({ clause, set, kind, options }: ValuesProps) {
  const given = {
    className: 'clause-text',
    'aria-label': words.value,
    value: clause.values,
    onChange: (values: string[]) => set({ values }),
  }
  if (kind === 'choice' || kind === 'choices') {
    // What was an option once may still be a value of people.
    return (
      <MultiSelect
        {...given}
        data={[...new Set([...options, ...clause.values])]}
        searchable={areMany(options)}
        placeholder={words.options}
      />
    )
  }
  const placeholder = kind === 'domain' ? words.domainExample : words.several
  return <TagsInput {...given} placeholder={clause.values.length === 0 ? placeholder : ''} maxTags={100} />
}

function NamedRecord({ clause: { subject, value }, set, choices }: ValueProps) {
  const { listId, ownId } = choices
  const given = {
    'aria-label': words.value,
    placeholder: words.choose,
    allowDeselect: false,
    value: value === '' ? null : Number(value),
    onChange: (id: number | null) => set({ value: String(id ?? '') }),
  }
  if (subject === 'in_mailing_list') return <ListSelect stored {...given} />
  if (subject === 'in_segment' && listId !== null) {
    return <SegmentSelect listId={listId} but={ownId} {...given} />
  }
  const data = {
    subscriber_status: optionsOf(statusWords),
    not_in_suppression_list: choices.suppressionLists,
    import: choices.imports,
  }[subject as 'import']
  return (
    <Select
      aria-label={words.value}
      placeholder={words.choose}
      data={data}
      value={value === '' ? null : value}
      allowDeselect={false}
      onChange={(chosen) => set({ value: chosen ?? '' })}
      searchable={areMany(data)}
      nothingFoundMessage={words.nothing}
    />
  )
}
