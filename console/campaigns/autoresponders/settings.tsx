import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { updateAutoresponder } from '../../../src/contract/autoresponders/endpoints.ts'
import { useChange } from '../../app/api.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { SegmentSelect } from '../../resources/choose/segment-select.tsx'
import { RuleChoice, useUsableRules } from '../../resources/sending-rules/choice.tsx'
import { sendingRuleWords } from '../../words/audience/sending-rules.ts'
import { autoresponderWords } from '../../words/autoresponders.ts'
import type { Autoresponder } from './autoresponders-page.tsx'

const words = autoresponderWords.sending

type Props = { autoresponder: Autoresponder; params: { mailing_list_id: number; id: number } }

/** Its name, the sender of the message, and the recipients among those who trigger it. */
export function SettingsForm({ autoresponder: of, params }: Props) {
  const form = useForm({
    initialValues: valuesOf(of),
  })
  useAskBeforeClosing(form.isDirty())
  const update = useChange(updateAutoresponder, {
    done: () => form.resetDirty(),
    guard: useGuard(`autoresponder ${params.id}`, of.updated_at),
  })
  const save = form.onSubmit(({ ofList, segment, rule, ...values }) => {
    const settings = {
      use_external_delivery_setting: ofList,
      segmentation_criteria_id: segment,
      special_sending_rule_id: rule,
    }
    update.mutate({ params, body: { ...values, ...settings } })
  })
  return (
    <Panel title={words.title}>
      <form onSubmit={save}>
        <Stack align="flex-start">
          <Stack gap="sm" w="100%" maw="32rem">
            <TextInput label={words.name} required maxLength={255} {...form.getInputProps('name')} />
            <SegmentSelect
              listId={params.mailing_list_id}
              label={words.segment}
              placeholder={words.everyone}
              clearable
              value={form.values.segment}
              onChange={(segment) => form.setFieldValue('segment', segment)}
            />
            <Rule
              listId={params.mailing_list_id}
              value={form.values.rule}
              onChange={(rule) => form.setFieldValue('rule', rule)}
            />
            <Checkbox label={words.ofList} {...form.getInputProps('ofList', { type: 'checkbox' })} />
            {!form.values.ofList && (
              <>
                <TextInput label={words.fromName} {...form.getInputProps('from_name')} />
                <TextInput label={words.fromEmail} type="email" {...form.getInputProps('from_email')} />
                <TextInput label={words.replyTo} type="email" {...form.getInputProps('reply_to')} />
              </>
            )}
            <Checkbox label={words.trackOpens} {...form.getInputProps('track_opens', { type: 'checkbox' })} />
            <Checkbox label={words.trackLinks} {...form.getInputProps('track_links', { type: 'checkbox' })} />
          </Stack>
          {update.isError && <Failure error={update.error} />}
          <Button type="submit" variant="default" loading={update.isPending} disabled={!form.isDirty()}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}

type RuleProps = { listId: number; value: number | null; onChange: (id: number | null) => void }

/** An organization without rules has nothing to choose. */
function Rule({ listId, value, onChange }: RuleProps) {
  const rules = useUsableRules(listId)
  const { hint, sequenceHint } = sendingRuleWords.choice
  if (rules.length === 0 && value === null) return null
  return <RuleChoice rules={rules} value={value} onChange={onChange} hint={`${hint} ${sequenceHint}`} />
}

function valuesOf(of: Autoresponder) {
  return {
    name: of.name,
    ofList: of.use_external_delivery_setting,
    from_name: of.from_name ?? '',
    from_email: of.from_email ?? '',
    reply_to: of.reply_to ?? '',
    segment: of.segmentation_criteria_id,
    rule: of.special_sending_rule_id,
    track_opens: of.track_opens,
    track_links: of.track_links,
  }
}
