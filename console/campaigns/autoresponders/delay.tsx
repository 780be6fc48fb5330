import { Button, Group, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { updateAutoresponder } from '../../../src/contract/autoresponders/endpoints.ts'
import { useChange } from '../../app/api.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import type { Autoresponder } from './autoresponders-page.tsx'

type Props = { autoresponder: Autoresponder; params: { mailing_list_id: number; id: number } }

const ofDays = ['days', 'weeks', 'months']

/** When the message leaves after what triggers it. The server checks what goes together. */
export function DelayForm({ autoresponder, params }: Props) {
  const form = useForm({
    initialValues: {
      delay: autoresponder.delay,
      delay_amount: Math.max(1, autoresponder.delay_amount),
      delay_unit: autoresponder.delay_unit ?? ('days' as const),
      delay_time: autoresponder.delay_time,
    },
  })
  useAskBeforeClosing(form.isDirty())
  const update = useChange(updateAutoresponder, {
    done: () => form.resetDirty(),
    guard: useGuard(`autoresponder ${params.id}`, autoresponder.updated_at),
  })
  const { delay, delay_unit: unit } = form.values
  const save = form.onSubmit((values) =>
    update.mutate({ params, body: delay === 'immediately' ? { delay } : values }),
  )
  return (
    <Panel title={words.settings}>
      <form onSubmit={save}>
        <Stack align="flex-start">
          <SegmentedControl
            aria-label={words.settings}
            data={Object.entries(words.delayKinds).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('delay')}
          />
          {delay === 'with_delay' && (
            <Group align="flex-end">
              <NumberInput label={words.amount} min={1} {...form.getInputProps('delay_amount')} />
              <Select
                label={words.unit}
                data={Object.entries(words.units).map(([value, label]) => ({ value, label }))}
                allowDeselect={false}
                {...form.getInputProps('delay_unit')}
              />
              {ofDays.includes(unit) && (
                <NumberInput label={words.hour} min={0} max={23} {...form.getInputProps('delay_time')} />
              )}
            </Group>
          )}
          {update.isError && <Failure error={update.error} />}
          <Button type="submit" variant="default" loading={update.isPending} disabled={!form.isDirty()}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}
