import { Checkbox, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { eventTypes } from '../../src/contract/webhooks.ts'
import { ListLimit } from '../resources/choose/list-limit.tsx'
import { webhookWords as words } from '../words/webhooks.ts'

export type WebhookValues = {
  name: string
  url: string
  event_types: string[]
  mailing_list_ids: number[] | null
}

export function WebhookFields({ form }: { form: UseFormReturnType<WebhookValues> }) {
  return (
    <>
      <TextInput
        label={words.name}
        description={words.new.nameHint}
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label={words.url}
        description={words.new.urlHint}
        type="url"
        required
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label={words.new.events} {...form.getInputProps('event_types')}>
        <Stack gap="xs" mt="xs">
          {eventTypes.map((type) => (
            <Checkbox key={type} value={type} label={words.events[type]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ListLimit
        hint={words.new.listsHint}
        value={form.getValues().mailing_list_ids}
        set={(ids) => form.setFieldValue('mailing_list_ids', ids)}
      />
    </>
  )
}
