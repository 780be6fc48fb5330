import type { UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  listWebhooks,
  showWebhook,
  type deadEventSchema,
  type webhookDeliverySchema,
  type webhookSchema,
} from '../../src/contract/webhooks.ts'
import { useCall, type Answer } from '../app/api.ts'

export type Webhook = z.output<typeof webhookSchema>
export type Delivery = z.output<typeof webhookDeliverySchema>
export type DeadEvent = z.output<typeof deadEventSchema>

// The endpoints of resources are declared by one function, which leaves their data untyped.

export function useWebhooks(page: number) {
  const query = { page, per_page: 50, order_by: 'name' }
  return useCall(listWebhooks, { query }, { keep: true, everyMs: 10_000 }) as UseQueryResult<
    Answer<Webhook[]>
  >
}

export function useWebhook(id: number) {
  return useCall(showWebhook, { params: { id } }, { everyMs: 5_000 }) as UseQueryResult<Answer<Webhook>>
}
