import { Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { updateMailingList, type MailingList } from '../../../src/contract/lists/endpoints.ts'
import { mailingListChanges } from '../../../src/contract/lists/input.ts'
import { useChange } from '../../app/api.ts'
import { useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Save } from '../../design/save.tsx'
import { ChooseRoute } from '../../resources/routes/choose-route.tsx'
import { listWords } from '../../words/audience/lists.ts'
import { ChosenSeeds, Whole, type DefaultsForm } from './inputs.tsx'
import { Winner } from './winner.tsx'

const words = listWords.defaults

/** How campaigns of the list are sent unless they say otherwise. */
export function ListDefaults({ list }: { list: MailingList }) {
  const form = useContractForm(mailingListChanges, valuesOf(list))
  const save = useChange(updateMailingList, { done: () => form.resetDirty() })
  const chosen = (name: 'd_virtual_mta_id' | 'd_url_domain_id' | 'd_bounce_email_id') => ({
    value: form.values[name],
    error: form.errors[name],
    change: (value: string | null) => form.setFieldValue(name, value),
  })
  return (
    <Panel title={words.title}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ params: { id: list.id }, body }))} noValidate>
        <Stack gap="md" maw="32rem">
          <Text size="sm" c="dimmed">
            {words.hint}
          </Text>
          <Whole form={form} name="d_speed" label={words.speed} description={words.speedHint} />
          <ChooseRoute kind="virtual_mta" {...chosen('d_virtual_mta_id')} />
          <ChooseRoute kind="url_domain" {...chosen('d_url_domain_id')} />
          <ChooseRoute kind="bounce_email" {...chosen('d_bounce_email_id')} />
          <ChosenSeeds form={form} />
          <TextInput
            label={words.sender}
            description={words.senderHint}
            type="email"
            {...form.getInputProps('d_sender_email')}
          />
          <Headers form={form} />
          <Winner form={form} />
          <Save of={save} isDirty={form.isDirty()} word={words.save} saved={words.saved} />
        </Stack>
      </form>
    </Panel>
  )
}

function Headers({ form }: { form: DefaultsForm }) {
  return (
    <>
      <Checkbox
        label={words.headers}
        {...form.getInputProps('custom_headers_enabled', { type: 'checkbox' })}
      />
      {form.values.custom_headers_enabled && (
        <Textarea
          label={words.headerLines}
          description={words.headerHint}
          rows={3}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.getInputProps('custom_headers')}
        />
      )}
    </>
  )
}

function valuesOf(list: MailingList): DefaultsForm['values'] {
  return {
    d_speed: list.d_speed,
    d_virtual_mta_id: String(list.d_virtual_mta_id),
    d_url_domain_id: list.d_url_domain_id === null ? null : String(list.d_url_domain_id),
    d_bounce_email_id: list.d_bounce_email_id,
    d_seed_list_ids: list.d_seed_lists.map(({ id }) => String(id)),
    d_sender_email: list.d_sender_email,
    custom_headers_enabled: list.custom_headers_enabled,
    custom_headers: list.custom_headers,
    d_autowinner_enabled: list.d_autowinner_enabled,
    d_autowinner_percentage:
      list.d_autowinner_percentage === null ? null : Number(list.d_autowinner_percentage),
    d_autowinner_delay_amount: list.d_autowinner_delay_amount,
    d_autowinner_delay_unit: list.d_autowinner_delay_unit,
    d_autowinner_metric: list.d_autowinner_metric,
  }
}
