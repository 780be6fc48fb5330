import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleOff,
  IconSend,
} from '@tabler/icons-react'
import { State } from '../design/facts.tsx'
import { webhookWords } from '../words/webhooks.ts'
import type { Webhook } from './queries.ts'

const words = webhookWords.states

export function WebhookState({ of: webhook }: { of: Webhook }) {
  if (!webhook.active) return <State icon={IconCircleOff} tone="calm" word={words.off} />
  if (webhook.failures > 0) return <State icon={IconAlertTriangle} tone="danger" word={words.failing} />
  if (webhook.pending > 0) return <State icon={IconSend} tone="info" word={words.waits} />
  if (webhook.last_delivered_at === null)
    return <State icon={IconCircleDashed} tone="calm" word={words.never} />
  return <State icon={IconCircleCheck} tone="success" word={words.idle} />
}
