import { Button, Group, Stack } from '@mantine/core'
import { useLocation } from 'wouter'
import { createWebhook, webhookInput } from '../../src/contract/webhooks.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { useContractForm } from '../design/form.ts'
import { Page, Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { webhookWords } from '../words/webhooks.ts'
import { WebhookFields, type WebhookValues } from './fields.tsx'
import { Secret } from './secret.tsx'

const words = webhookWords.new

export default function NewWebhook() {
  const [, go] = useLocation()
  const at = useInOrganization()
  const create = useChange(createWebhook)
  const form = useContractForm<WebhookValues>(webhookInput, {
    name: '',
    url: '',
    event_types: ['studio_unsub', 'bounce_bad_address', 'scomp'],
    mailing_list_ids: null,
  })
  const made = create.data?.data
  return (
    <Page
      title={words.title}
      lead={words.lead}
      parent={{ title: webhookWords.title, to: at('/settings/webhooks') }}
    >
      {made !== undefined ? (
        <Secret value={made.secret} done={() => go(at(`/settings/webhooks/${made.id}`))} />
      ) : (
        <Panel>
          <form onSubmit={form.onSubmit((body) => create.mutate({ body }))} noValidate>
            <Stack gap="md" maw="36rem">
              <WebhookFields form={form} />
              {create.isError && <Failure error={create.error} />}
              <Group>
                <Button type="submit" loading={create.isPending}>
                  {words.submit}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
      )}
    </Page>
  )
}
