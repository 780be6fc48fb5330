import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { updateAutoresponder } from '../../../src/contract/autoresponders/endpoints.ts'
import { useChange } from '../../app/api.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import type { Autoresponder } from './autoresponders-page.tsx'
import { bodyOf, TriggerFields, triggerOf } from './trigger-fields.tsx'

type Props = { autoresponder: Autoresponder; params: { mailing_list_id: number; id: number } }

/** What triggers the message. The server checks what goes together. */
export function TriggerForm({ autoresponder, params }: Props) {
  const form = useForm({ initialValues: triggerOf(autoresponder) })
  useAskBeforeClosing(form.isDirty())
  const update = useChange(updateAutoresponder, {
    done: () => form.resetDirty(),
    guard: useGuard(`autoresponder ${params.id}`, autoresponder.updated_at),
  })
  const save = form.onSubmit((values) => update.mutate({ params, body: bodyOf(values) }))
  return (
    <Panel title={words.triggerTitle}>
      <form onSubmit={save}>
        <Stack align="flex-start">
          <TriggerFields form={form} listId={params.mailing_list_id} ownId={params.id} />
          {update.isError && <Failure error={update.error} />}
          <Button type="submit" variant="default" loading={update.isPending} disabled={!form.isDirty()}>
            {words.saveTrigger}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}
