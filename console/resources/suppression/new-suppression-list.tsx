import { Button, Select, Stack, TextInput } from '@mantine/core'
import {
  suppressionListEndpoints,
  suppressionListInput,
  suppressionScopes,
  type SuppressionScope,
} from '../../../src/contract/resources/suppression-lists.ts'
import { useChange } from '../../app/api.ts'
import { useOpenSession } from '../../app/session.tsx'
import { ListSelect } from '../choose/list-select.tsx'
import { useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { suppressionWords as words } from '../../words/audience/suppression.ts'

const systemOrganizationId = 1

type Values = { name: string; suppression_scope: SuppressionScope; mailing_list_id: number | null }

const blank: Values = { name: '', suppression_scope: 'organization', mailing_list_id: null }

export function NewSuppressionList() {
  const { organization, user } = useOpenSession()
  const isSystem = user.role === 'system_admin' && organization.id === systemOrganizationId
  const form = useContractForm<Values>(suppressionListInput, blank)
  const create = useChange(suppressionListEndpoints.own.create, { done: () => form.reset() })
  const isOfList = form.values.suppression_scope === 'mailing_list'
  const submit = form.onSubmit((values) =>
    create.mutate({ body: { ...values, mailing_list_id: isOfList ? values.mailing_list_id : null } }),
  )
  const scopes = suppressionScopes.filter((scope) => scope !== 'system' || isSystem)
  return (
    <Panel title={words.newTitle}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw="28rem">
          <TextInput label={words.name} {...form.getInputProps('name')} />
          <Select
            label={words.holds}
            data={scopes.map((value) => ({ value, label: words.scopes[value] }))}
            allowDeselect={false}
            {...form.getInputProps('suppression_scope')}
          />
          {isOfList && (
            <ListSelect
              label={words.ofList}
              value={form.values.mailing_list_id}
              onChange={(id) => form.setFieldValue('mailing_list_id', id)}
              error={form.errors['mailing_list_id']}
            />
          )}
          {create.isError && <Failure error={create.error} />}
          <div>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={isOfList && form.values.mailing_list_id === null}
            >
              {words.create}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  )
}
