import { Button, Group, Select, Stack } from '@mantine/core'
import { createCustomField } from '../../src/contract/lists/custom-fields.ts'
import { customFieldInput } from '../../src/contract/lists/field-definition.ts'
import { useChange } from '../app/api.ts'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { fieldWords as words } from '../words/audience/lists.ts'
import { blankField, FieldInputs } from './field-inputs.tsx'

export function AddField({ listId }: { listId: number }) {
  const form = useContractForm(customFieldInput, blankField)
  const add = useChange(createCustomField, { done: () => form.reset() })
  const submit = form.onSubmit((body) => add.mutate({ params: { mailing_list_id: listId }, body }))
  return (
    <Panel title={words.add}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw="28rem">
          <FieldInputs form={form}>
            <Select
              label={words.type}
              data={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
              {...form.getInputProps('field_type')}
            />
          </FieldInputs>
          {add.isError && <Failure error={add.error} />}
          <Group>
            <Button type="submit" loading={add.isPending}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
