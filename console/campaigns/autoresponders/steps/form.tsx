import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { updateStep, type StepRecord } from '../../../../src/contract/autoresponders/sequence-steps.ts'
import { useChange } from '../../../app/api.ts'
import { useGuard } from '../../../app/reach/guard.ts'
import { useAskBeforeClosing } from '../../../app/reach/unsaved.ts'
import { Failure } from '../../../design/states.tsx'
import { words } from '../../../words/app.ts'
import { sequenceWords } from '../../../words/sequences.ts'
import { bodyOf, isIncomplete, StepFields, valuesOf } from './fields.tsx'
import { stepQueue } from './order.ts'

type Props = { step: StepRecord; params: { mailing_list_id: number; id: number }; close: () => void }

/** Name, wait and condition of a step, changed in its place. */
export function StepForm({ step, params, close }: Props) {
  const form = useForm({ initialValues: valuesOf(step) })
  useAskBeforeClosing(form.isDirty())
  const update = useChange(updateStep, {
    done: close,
    queue: stepQueue(params.id),
    guard: useGuard(`step ${step.id}`, step.updated_at),
  })
  const save = form.onSubmit((values) =>
    update.mutate({ params: { ...params, step_id: step.id }, body: bodyOf(values) }),
  )
  return (
    <form onSubmit={save} aria-label={sequenceWords.changeOf(step.name)}>
      <Stack gap="sm">
        <StepFields form={form} listId={params.mailing_list_id} />
        <Text size="sm" c="dimmed">
          {sequenceWords.fields.keeps}
        </Text>
        {update.isError && <Failure error={update.error} />}
        <Group>
          <Button type="submit" loading={update.isPending} disabled={isIncomplete(form.values)}>
            {sequenceWords.fields.save}
          </Button>
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
