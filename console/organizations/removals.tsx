import { Checkbox, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseQueryResult } from '@tanstack/react-query'
import { updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import { suppressionListEndpoints } from '../../src/contract/resources/suppression-lists.ts'
import { useCall, useChange, type Answer } from '../app/api.ts'
import { areMany } from '../design/choices.ts'
import { Panel } from '../design/page.tsx'
import { Save } from '../design/save.tsx'
import { organizationWords } from '../words/organizations.ts'
import type { Organization } from './quota.ts'

const words = organizationWords.removals

const lists = ['unsub_suppression_list', 'bounce_suppression_list', 'scomp_suppression_list'] as const
type Management = NonNullable<Organization['auto_subscriber_management']>
type RemovalsProps = { id: number; now: Management }

/** Where the server offers `auto_subscriber_management`: which removals one list passes to the others. */
export function Removals({ id, now }: RemovalsProps) {
  const known = useCall(suppressionListEndpoints.own.list, {
    query: { per_page: 2000, order_by: 'name' },
  }) as UseQueryResult<Answer<{ id: number; name: string }[]>>
  const save = useChange(updateOrganization, { done: () => form.resetDirty() })
  const form = useForm<Management>({ mode: 'controlled', initialValues: now })
  const values = form.getValues()
  const options = (known.data?.data ?? []).map((list) => ({ value: String(list.id), label: list.name }))
  const choose = (name: (typeof lists)[number], value: string | null) => {
    const chosen = options.find((option) => option.value === value)
    form.setFieldValue(name, chosen === undefined ? null : { id: Number(value), name: chosen.label })
  }
  const submit = form.onSubmit((body) =>
    save.mutate({ params: { organization_id: id }, body: { auto_subscriber_management: body } }),
  )
  return (
    <Panel title={words.title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw="28rem">
          <Checkbox
            label={words.everywhere}
            {...form.getInputProps('distribute_removals', { type: 'checkbox' })}
          />
          {lists.map((name) => (
            <Select
              key={name}
              label={words[name]}
              placeholder={words.none}
              data={options}
              searchable={areMany(options)}
              clearable
              value={values[name] === null ? null : String(values[name].id)}
              onChange={(value) => choose(name, value)}
            />
          ))}
          <Save of={save} isDirty={form.isDirty()} word={organizationWords.save} />
        </Stack>
      </form>
    </Panel>
  )
}
