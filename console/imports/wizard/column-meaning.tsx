import { Select, Stack, Text } from '@mantine/core'
import type { InspectedColumn } from '../../../src/contract/imports/inspection.ts'
import type { FieldType } from '../../../src/contract/lists/field-values.ts'
import { createCustomField } from '../../../src/contract/lists/custom-fields.ts'
import { useMay } from '../../app/may.ts'
import { reasonOf } from './reasons.ts'
import { columnWords as words } from '../../words/imports.ts'
import { newFieldName, type ColumnChoice } from './draft.ts'

type Props = {
  column: InspectedColumn
  choice: ColumnChoice
  fields: readonly { name: string }[]
  choose: (choice: ColumnChoice) => void
}

const skip = '-'
const made = '+'
/** Options are read from the file only where the inspection proposes them. */
const newTypes = [
  'text',
  'text_multiline',
  'number',
  'decimal',
  'date',
  'day_of_year',
  'boolean',
] as const satisfies FieldType[]

export function meaningId(column: number): string {
  return `meaning-${column}`
}

/** The proposed meaning of a column with its reason, to accept or to change. */
export function ColumnMeaning({ column, choice, fields, choose }: Props) {
  const may = useMay()
  const proposed = column.new_custom_field
  const name = newFieldName(column)
  const isNew = choice.newType !== null
  const canCreate =
    may(createCustomField) && !fields.some((field) => field.name.toLowerCase() === name.toLowerCase())
  const newType = choice.newType ?? proposed?.field_type ?? 'text'
  const pick = (value: string | null) => {
    if (value === null) return
    if (value === made) choose({ field: name, newType, options: proposed?.options })
    else choose({ field: value === skip ? '' : value, newType: null })
  }
  const isProposed = column.field === choice.field || proposed?.name === choice.field
  return (
    <Stack gap={4}>
      <Select
        id={meaningId(column.number)}
        aria-label={words.meaning(name)}
        value={isNew ? made : choice.field === '' ? skip : choice.field}
        onChange={pick}
        searchable
        allowDeselect={false}
        data={[
          { value: skip, label: words.skip },
          ...(canCreate
            ? [
                {
                  group: words.news,
                  items: [{ value: made, label: words.newField(name) }],
                },
              ]
            : []),
          {
            group: words.attributes,
            items: Object.entries(words.names).map(([value, label]) => ({ value, label })),
          },
          ...(fields.length === 0
            ? []
            : [
                {
                  group: words.fields,
                  items: fields.map((field) => ({ value: field.name, label: field.name })),
                },
              ]),
        ]}
      />
      {isNew && <NewType column={column} name={name} type={newType} choose={choose} />}
      {isProposed && (
        <Text size="xs" c="dimmed" fw={400}>
          {reasonOf(column.reason)}
        </Text>
      )}
    </Stack>
  )
}

type TypeProps = Pick<Props, 'column' | 'choose'> & { name: string; type: FieldType }

function NewType({ column: { new_custom_field: proposed }, name, type: newType, choose }: TypeProps) {
  const isKnown = proposed === null || newTypes.some((type) => type === proposed.field_type)
  const types = isKnown ? newTypes : [proposed.field_type, ...newTypes]
  const pick = (value: string | null) => {
    const type = types.find((one) => one === value)
    if (type === undefined) return
    choose({
      field: name,
      newType: type,
      options: type === proposed?.field_type ? proposed.options : undefined,
    })
  }
  return (
    <Select
      aria-label={words.typeOf(name)}
      size="xs"
      allowDeselect={false}
      value={newType}
      onChange={pick}
      data={types.map((value) => ({ value, label: words.types[value] }))}
    />
  )
}
