import type { UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'
import type { messageSchema, messageWithEventsSchema } from '../../src/contract/messages/endpoints.ts'
import { streamEndpoints, type streamSchema } from '../../src/contract/messages/streams.ts'
import {
  messageTemplateEndpoints,
  type messageTemplateSchema,
} from '../../src/contract/messages/templates.ts'
import { useCall, type Answer } from '../app/api.ts'

export type Message = z.output<typeof messageSchema>
export type MessageWithEvents = z.output<typeof messageWithEventsSchema>
export type MessageStream = z.output<typeof streamSchema>
export type MessageTemplate = z.output<typeof messageTemplateSchema>

// The endpoints of resources are declared by one function, which leaves their data untyped.

export function useStreams() {
  const query = { per_page: 2000, order_by: 'name' }
  return useCall(streamEndpoints.own.list, { query }, { everyMs: 10_000 }) as UseQueryResult<
    Answer<MessageStream[]>
  >
}

export function useStream(id: number) {
  return useCall(streamEndpoints.own.show, { params: { id } }, { everyMs: 10_000 }) as UseQueryResult<
    Answer<MessageStream>
  >
}

export function useMessageTemplates() {
  const query = { per_page: 2000, order_by: 'name' }
  return useCall(messageTemplateEndpoints.own.list, { query }) as UseQueryResult<Answer<MessageTemplate[]>>
}

export function useMessageTemplate(id: number) {
  return useCall(messageTemplateEndpoints.own.show, { params: { id } }) as UseQueryResult<
    Answer<MessageTemplate>
  >
}
