import { Checkbox, Code, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { listCustomFields } from '../../../src/contract/lists/custom-fields.ts'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import {
  listPreferencesChanges,
  updateListPreferences,
  type ListPreferences,
} from '../../../src/contract/lists/preferences.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Save } from '../../design/save.tsx'
import { readerWords } from '../../words/audience/readers.ts'

const words = readerWords.choice
const preferencesCode = '%%preferences_link%%'

type ChoiceProps = { list: MailingList; preferences: ListPreferences }

/** Whether the list is public, and which fields people change themselves. */
export function ListChoice({ list, preferences }: ChoiceProps) {
  const params = { mailing_list_id: list.id }
  const fields = useCall(listCustomFields, { params, query: { per_page: 2000 } })
  const form = useContractForm(listPreferencesChanges, {
    ...preferences,
    editable_custom_field_ids: preferences.editable_custom_field_ids.map(String),
  })
  const save = useChange(updateListPreferences, { done: () => form.resetDirty() })
  const canBePublic = list.primary_key_custom_field_id === null && !list.is_remote_list
  const open = (fields.data?.data ?? []).filter(({ id }) => id !== list.primary_key_custom_field_id)
  const submit = form.onSubmit(({ editable_custom_field_ids: ids, ...body }) =>
    save.mutate({ params, body: { ...body, editable_custom_field_ids: ids.map(Number) } }),
  )
  return (
    <Panel title={words.title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw="36rem">
          <Switch
            label={words.isPublic}
            description={canBePublic ? words.isPublicHint : words.keyed}
            disabled={!canBePublic}
            {...form.getInputProps('is_public', { type: 'checkbox' })}
          />
          <TextInput
            label={words.name}
            description={words.nameHint(list.name)}
            {...form.getInputProps('public_name')}
          />
          <Textarea label={words.description} autosize minRows={2} {...form.getInputProps('description')} />
          <Checkbox.Group
            label={words.fields}
            description={open.length === 0 ? words.noFields : words.fieldsHint}
            {...form.getInputProps('editable_custom_field_ids')}
          >
            <Stack gap="xs" mt="xs">
              {open.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text size="sm" c="dimmed">
            {words.code} <Code>{preferencesCode}</Code>
          </Text>
          <Save of={save} isDirty={form.isDirty()} word={words.save} saved={words.saved} isMain />
        </Stack>
      </form>
    </Panel>
  )
}
