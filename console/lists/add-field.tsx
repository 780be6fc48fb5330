import { Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { createCustomField, createGlobalCustomField } from '../../src/contract/lists/custom-fields.ts'
import { customFieldInput } from '../../src/contract/lists/field-definition.ts'
import { useChange } from '../app/api.ts'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { fieldWords as words } from '../words/audience/lists.ts'
import { blankField, FieldInputs } from './field-inputs.tsx'

export function AddField({ listId }: { listId: number }) {
  const form = useContractForm(customFieldInput, blankField)
  const [isGlobal, setGlobal] = useState(false)
  const done = () => {
    form.reset()
    setGlobal(false)
  }
  const add = useChange(createCustomField, { done })
  const addGlobal = useChange(createGlobalCustomField, { done })
  const { isPending, error } = isGlobal ? addGlobal : add
  const submit = form.onSubmit((body) =>
    isGlobal ? addGlobal.mutate({ body }) : add.mutate({ params: { mailing_list_id: listId }, body }),
  )
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
          <Checkbox
            label={words.forAll}
            description={words.forAllHint}
            checked={isGlobal}
            onChange={({ currentTarget: { checked } }) => setGlobal(checked)}
          />
          {error !== null && <Failure error={error} />}
          <Group>
            <Button type="submit" loading={isPending}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
