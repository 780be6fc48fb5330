import { Button, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import {
  organizationChanges,
  sendingQuotaModes,
  subscriberQuotaModes,
} from '../../src/contract/organizations/input.ts'
import { useChange } from '../app/api.ts'
import { useAskBeforeClosing } from '../app/reach/unsaved.ts'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { organizationWords } from '../words/organizations.ts'
import type { Organization } from './quota.ts'

const words = organizationWords.limits

type SendingMode = (typeof sendingQuotaModes)[number]
type SubscriberMode = (typeof subscriberQuotaModes)[number]
type Quota<Mode> = { mode: Mode; limit: number | null; overage: number; notify_organization_admins: boolean }
type Values = {
  anniversary_day: number
  sending_quota: Quota<SendingMode>
  subscriber_quota: Quota<SubscriberMode>
}

export function Limits({ of: organization }: { of: Organization }) {
  const save = useChange(updateOrganization, { done: () => form.resetDirty(), touches: ['Sending credits'] })
  const form = useContractForm<Values>(organizationChanges, {
    anniversary_day: organization.anniversary_day,
    sending_quota: quotaOf(organization.sending_quota),
    subscriber_quota: quotaOf(organization.subscriber_quota),
  })
  useAskBeforeClosing(form.isDirty())
  const submit = form.onSubmit((body) => save.mutate({ params: { organization_id: organization.id }, body }))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Panel title={words.sending}>
            <Stack gap="md">
              <QuotaFields form={form} name="sending_quota" modes={sendingQuotaModes} />
              <NumberInput
                label={words.day}
                min={1}
                max={31}
                allowDecimal={false}
                {...form.getInputProps('anniversary_day')}
              />
            </Stack>
          </Panel>
          <Panel title={words.subscribers}>
            <Stack gap="md">
              <QuotaFields form={form} name="subscriber_quota" modes={subscriberQuotaModes} />
            </Stack>
          </Panel>
        </SimpleGrid>
        {save.isError && <Failure error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Known<Mode> = { mode: Mode } & Partial<
  Record<'limit' | 'overage', number | undefined> & Record<'notify_organization_admins', boolean | undefined>
>

function quotaOf<Mode extends SendingMode>(known: Known<Mode> | undefined): Quota<Mode | 'no_limit'> {
  return {
    mode: known?.mode ?? 'no_limit',
    limit: known?.limit ?? null,
    overage: known?.overage ?? 0,
    notify_organization_admins: known?.notify_organization_admins ?? false,
  }
}

type QuotaProps = {
  form: UseFormReturnType<Values>
  name: 'sending_quota' | 'subscriber_quota'
  modes: readonly (keyof typeof organizationWords.modes)[]
}

function QuotaFields({ form, name, modes }: QuotaProps) {
  const isLimited = ['visible_limit', 'hidden_limit'].includes(form.getValues()[name].mode)
  return (
    <>
      <Select
        label={words.mode}
        data={modes.map((value) => ({ value, label: organizationWords.modes[value] }))}
        allowDeselect={false}
        {...form.getInputProps(`${name}.mode`)}
      />
      {isLimited && (
        <>
          <NumberInput
            label={words.amount}
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps(`${name}.limit`)}
          />
          <NumberInput
            label={words.overage}
            min={0}
            max={10_000}
            allowDecimal={false}
            {...form.getInputProps(`${name}.overage`)}
          />
          <Checkbox
            label={words.notify}
            {...form.getInputProps(`${name}.notify_organization_admins`, { type: 'checkbox' })}
          />
        </>
      )}
    </>
  )
}
