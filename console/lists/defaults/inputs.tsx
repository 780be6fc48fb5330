import { MultiSelect, NumberInput } from '@mantine/core'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { seedListEndpoints } from '../../../src/contract/resources/seed-lists.ts'
import { useCall } from '../../app/api.ts'
import type { useContractForm } from '../../design/form.ts'
import { listWords } from '../../words/audience/lists.ts'

const words = listWords.defaults

type Values = {
  d_speed: number | null
  d_virtual_mta_id: string
  d_url_domain_id: string | null
  d_bounce_email_id: string | null
  d_seed_list_ids: string[]
  d_sender_email: string
  custom_headers_enabled: boolean
  custom_headers: string
  d_autowinner_enabled: boolean
  d_autowinner_percentage: number | null
  d_autowinner_delay_amount: number | null
  d_autowinner_delay_unit: MailingList['d_autowinner_delay_unit']
  d_autowinner_metric: MailingList['d_autowinner_metric']
}

export type DefaultsForm = ReturnType<typeof useContractForm<Values>>

type WholeProps = {
  form: DefaultsForm
  name: 'd_speed' | 'd_autowinner_percentage' | 'd_autowinner_delay_amount'
  label: string
  description?: string
  min?: number
  max?: number
}

/** Empty is none. */
export function Whole({ form, name, min = 0, ...props }: WholeProps) {
  return (
    <NumberInput
      {...props}
      min={min}
      allowDecimal={name === 'd_autowinner_percentage'}
      thousandSeparator=","
      value={form.values[name] ?? ''}
      error={form.errors[name]}
      onChange={(value) => form.setFieldValue(name, value === '' ? null : Number(value))}
    />
  )
}

type Found = { id: number | string; [name: string]: unknown }

// The endpoints of resources are declared by one function, which leaves their data untyped.
const everything = { query: { per_page: 2000 } }

export function ChosenSeeds({ form }: { form: DefaultsForm }) {
  const found = useCall(seedListEndpoints.own.list, everything)
  const known = (found.data?.data ?? []) as Found[]
  if (known.length === 0 && form.values.d_seed_list_ids.length === 0) return null
  return (
    <MultiSelect
      label={words.seeds}
      description={words.seedsHint}
      data={known.map(({ id, name }) => ({ value: String(id), label: String(name) }))}
      searchable
      clearable
      {...form.getInputProps('d_seed_list_ids')}
    />
  )
}
