import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { testWebhook } from '../../src/contract/webhooks.ts'
import { useChange } from '../app/api.ts'
import { useIdParam, useInOrganization } from '../app/places.ts'
import { Page } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { webhookWords as words } from '../words/webhooks.ts'
import { Attempts } from './attempts.tsx'
import { DeadEvents } from './dead-events.tsx'
import { useWebhook } from './queries.ts'
import { Secret } from './secret.tsx'
import { Settings } from './settings.tsx'
import { WebhookState } from './state.tsx'
import { WaitingEvents } from './waiting-events.tsx'

export default function OneWebhook() {
  const id = useIdParam('webhook')
  return <Loaded id={id} />
}

function Loaded({ id }: { id: number }) {
  const at = useInOrganization()
  const webhook = useWebhook(id)
  const test = useChange(testWebhook)
  const [secret, setSecret] = useState<string | null>(null)
  const known = webhook.data?.data
  const send = known?.active === true && (
    <Button onClick={() => test.mutate({ params: { id } })} loading={test.isPending}>
      {words.test}
    </Button>
  )
  return (
    <Page
      title={known?.name ?? words.title}
      aside={known && <WebhookState of={known} />}
      lead={known?.url}
      actions={send}
      parent={{ title: words.title, to: at('/settings/webhooks') }}
    >
      <Text role="status" size="sm" hidden={!test.isSuccess}>
        {words.tested}
      </Text>
      {test.isError && <Failure error={test.error} />}
      {secret !== null && <Secret value={secret} done={() => setSecret(null)} />}
      <Answered of={webhook}>
        {({ data }) => (
          <>
            <Attempts id={id} />
            {data.pending > 0 && <WaitingEvents of={data} />}
            {data.dead > 0 && <DeadEvents of={data} />}
            <Settings key={data.id} of={data} showSecret={setSecret} />
          </>
        )}
      </Answered>
    </Page>
  )
}
