import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { updateMailingList, type MailingList } from '../../../src/contract/lists/endpoints.ts'
import { mailingListChanges } from '../../../src/contract/lists/input.ts'
import { useChange } from '../../app/api.ts'
import { useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Save } from '../../design/save.tsx'
import { listWords } from '../../words/audience/lists.ts'

const words = listWords.one

export function ListSettings({ list }: { list: MailingList }) {
  const form = useContractForm(mailingListChanges, {
    name: list.name,
    d_from_name: list.d_from_name,
    d_from_email: list.d_from_email,
    d_reply_to: list.d_reply_to,
    has_confirmed: list.has_confirmed,
    has_format: list.has_format,
  })
  const save = useChange(updateMailingList, { done: () => form.resetDirty() })
  return (
    <Panel title={words.settings}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ params: { id: list.id }, body }))} noValidate>
        <Stack gap="md" maw="28rem">
          <Text size="sm" c="dimmed">
            {words.settingsHint}
          </Text>
          <TextInput label={listWords.new.name} required {...form.getInputProps('name')} />
          <TextInput label={listWords.new.fromName} {...form.getInputProps('d_from_name')} />
          <TextInput label={listWords.new.fromEmail} type="email" {...form.getInputProps('d_from_email')} />
          <TextInput
            label={words.replyTo}
            description={words.replyToHint}
            type="email"
            {...form.getInputProps('d_reply_to')}
          />
          <Checkbox
            label={words.hasConfirmed}
            {...form.getInputProps('has_confirmed', { type: 'checkbox' })}
          />
          <Checkbox label={words.hasFormat} {...form.getInputProps('has_format', { type: 'checkbox' })} />
          <Save of={save} isDirty={form.isDirty()} word={words.save} saved={words.saved} isMain />
        </Stack>
      </form>
    </Panel>
  )
}
