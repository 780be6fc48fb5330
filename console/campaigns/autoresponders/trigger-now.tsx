import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { triggerAutoresponders } from '../../../src/contract/autoresponders/trigger.ts'
import { useChange } from '../../app/api.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { autoresponderWords } from '../../words/autoresponders.ts'

const words = autoresponderWords.triggerNow

type TriggerNowProps = { listId: number; id: number; isPaused: boolean }

/** Sends the message of an autoresponder to one person of the list, whatever triggers it otherwise. */
export function TriggerNow({ listId, id, isPaused }: TriggerNowProps) {
  const [email, setEmail] = useState('')
  const [flags, setFlags] = useState({ create_missing_subscriber: false, reactivate_subscriber: false })
  const trigger = useChange(triggerAutoresponders, { touches: ['Autoresponders'] })
  const flag = (name: keyof typeof flags) => (
    <Checkbox
      label={words[name]}
      checked={flags[name]}
      onChange={({ currentTarget: { checked } }) => setFlags({ ...flags, [name]: checked })}
    />
  )
  return (
    <Panel title={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          trigger.mutate({
            params: { mailing_list_id: listId, id_or_email: email.trim() },
            body: { autoresponder_ids: [id], ...flags },
          })
        }}
      >
        <Stack gap="md" maw="32rem">
          <Text size="sm" c="dimmed">
            {words.hint}
          </Text>
          <TextInput
            label={words.email}
            type="email"
            required
            value={email}
            onChange={({ currentTarget: { value } }) => setEmail(value)}
          />
          {flag('create_missing_subscriber')}
          {flag('reactivate_subscriber')}
          {isPaused && <Text size="sm">{words.paused}</Text>}
          {trigger.isError && <Failure error={trigger.error} />}
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={trigger.isPending}
              disabled={email.trim() === ''}
            >
              {words.submit}
            </Button>
            <Text role="status" c="dimmed">
              {trigger.isSuccess ? words.done(trigger.data.data.subscriber.email ?? '') : ''}
            </Text>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
