import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import {
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
  webhookInput,
} from '../../src/contract/webhooks.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { useAskBeforeClosing } from '../app/reach/unsaved.ts'
import { Confirm, Danger } from '../design/confirm.tsx'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { webhookWords as words } from '../words/webhooks.ts'
import { WebhookFields, type WebhookValues } from './fields.tsx'
import type { Webhook } from './queries.ts'

type SettingsProps = { of: Webhook; showSecret: (secret: string) => void }

export function Settings({ of: webhook, showSecret }: SettingsProps) {
  const params = { id: webhook.id }
  const { name, url, event_types, mailing_list_ids } = webhook
  const save = useChange(updateWebhook, { done: () => form.resetDirty() })
  const form = useContractForm<WebhookValues>(webhookInput, {
    name,
    url,
    event_types,
    mailing_list_ids,
  })
  useAskBeforeClosing(form.isDirty())
  return (
    <Panel title={words.settings}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ params, body }))} noValidate>
        <Stack gap="md" maw="36rem">
          <Switch
            label={words.active}
            checked={webhook.active}
            onChange={(event) => save.mutate({ params, body: { active: event.currentTarget.checked } })}
          />
          <WebhookFields form={form} />
          {save.isError && <Failure error={save.error} />}
          <Group>
            <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
              {words.save}
            </Button>
            <NewSecret id={webhook.id} showSecret={showSecret} />
            <Removal of={webhook} />
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

function NewSecret({ id, showSecret }: { id: number; showSecret: (secret: string) => void }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const rotate = useChange(rotateWebhookSecret, {
    done: ({ secret }) => {
      close()
      showSecret(secret)
    },
  })
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.rotate.open}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={words.rotate.title}
        action={words.rotate.action}
        act={() => rotate.mutate({ params: { id } })}
        close={close}
        isWorking={rotate.isPending}
        error={rotate.error}
      >
        <Text>{words.rotate.text}</Text>
      </Confirm>
    </>
  )
}

function Removal({ of: { id, name, ...events } }: { of: Webhook }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(deleteWebhook, { done: () => go(at('/settings/webhooks')) })
  return (
    <>
      <Danger onClick={open}>{words.remove.open}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.remove.title(name)}
        action={words.remove.action}
        act={() => remove.mutate({ params: { id } })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>
          {words.remove.text(events.pending + events.dead, events.pending_is_exact && events.dead_is_exact)}
        </Text>
      </Confirm>
    </>
  )
}
