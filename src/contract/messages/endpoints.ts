import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { filter, orBlank, time } from '../api/query.ts'
import { batchMax, messageInput, renderInput } from './input.ts'
import { messageEvents, messageStates } from './states.ts'

const instant = z.iso.datetime({ offset: true })

export const messageSchema = z
  .object({
    id: z.int(),
    stream: z.string(),
    stream_id: z.int(),
    to: z.string(),
    to_name: z.string(),
    from_name: z.string(),
    from_email: z.string(),
    reply_to: z.string(),
    subject: z.string(),
    template_id: z.int().nullable(),
    tags: z.array(z.string()),
    track_opens: z.boolean(),
    track_links: z.boolean(),
    via: z.enum(['api', 'smtp']),
    resent_from_id: z.int().nullable().meta({ description: 'The message that it repeats. null: none.' }),
    state: z.enum(messageStates),
    send_at: instant,
    next_attempt_at: instant
      .nullable()
      .meta({ description: 'When it is tried, or tried again. null: it is not waiting.' }),
    created_at: instant,
    ended_at: instant
      .nullable()
      .meta({ description: 'When a server took or refused it, or it was given up.' }),
    attempts: z.int(),
    status: z
      .string()
      .nullable()
      .meta({ description: 'The enhanced status code of the server that refused it.' }),
    diagnostic: z.string().nullable().meta({ description: 'What the server said, or why it was not sent.' }),
    message_id: z.string().meta({ description: 'The Message-ID of its header, the same for each attempt.' }),
    opens: z.int().meta({ description: 'By people.' }),
    clicks: z.int().meta({ description: 'By people.' }),
    machine_opens: z.int().meta({ description: 'By programs that look at every message.' }),
    machine_clicks: z.int().meta({ description: 'By programs that follow every link.' }),
    first_opened_at: instant.nullable(),
    first_clicked_at: instant.nullable(),
    complained_at: instant.nullable(),
    unsubscribed_at: instant.nullable(),
  })
  .meta({ id: 'Message' })

export const messageWithEventsSchema = messageSchema
  .extend({
    has_body: z.boolean().meta({ description: 'Whether the body is still kept.' }),
    html: z.string().nullable().meta({ description: 'Without counted links. null: it has no such part.' }),
    text: z.string().nullable(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), size_bytes: z.int() })),
    events: z.array(
      z.object({
        kind: z.enum(messageEvents),
        at: instant,
        details: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'MessageWithEvents' })

const common = { tag: 'Messages', role: 'standard', paged: 'none' } as const

export const createMessage = endpoint({
  ...common,
  id: 'createMessage',
  permission: 'message.create',
  method: 'POST',
  path: 'messages',
  summary: 'Send a message to one person; it is stored when the answer comes',
  wrapper: 'message',
  body: messageInput,
  data: messageSchema,
})

const result = z
  .object({
    status: z.enum(['queued', 'failed']),
    message: messageSchema.nullable().meta({ description: 'null: it was refused.' }),
    error_message: z.string().nullable(),
  })
  .meta({ id: 'MessageResult' })

export const createMessages = endpoint({
  ...common,
  id: 'createMessages',
  permission: 'message.create',
  method: 'POST',
  path: 'messages/batch',
  summary: `Send up to ${batchMax} messages, with a result for each in their order; one that is refused does not stop the others`,
  body: z.object({
    messages: z
      .array(
        // Each is read by itself, so that one that is refused does not stop the others.
        z.custom<z.input<typeof messageInput>>().meta({ $ref: '#/components/schemas/MessageInput' }),
      )
      .min(1)
      .max(batchMax)
      .meta({ description: `The messages, each as for one, at most ${batchMax}.` }),
  }),
  data: z.array(result),
})

export const renderMessage = endpoint({
  ...common,
  id: 'renderMessage',
  permission: ['message.create', 'message_template.update'],
  method: 'POST',
  path: 'messages/render',
  idempotencyKey: false,
  summary: 'Show what a message would be; nothing is saved or sent',
  wrapper: 'message',
  body: renderInput,
  data: z
    .object({ subject: z.string(), html: z.string().nullable(), text: z.string().nullable() })
    .meta({ id: 'RenderedMessage' }),
})

const listQuery = pageQuery.safeExtend({
  email: filter('Return messages to this address.'),
  stream: filter('Return messages of the stream with this name.'),
  tag: filter('Return messages with this tag.'),
  state: orBlank(choice(messageStates)).meta({
    description:
      'Return messages in this state. uncertain: they may have left, and are not tried again by themselves.',
  }),
  created_at__start: time('start', 'Return messages that were created at this time or later'),
  created_at__end: time('end', 'Return messages that were created at this time or earlier'),
})

export const listMessages = endpoint({
  ...common,
  id: 'listMessages',
  permission: 'message.read',
  method: 'GET',
  path: 'messages',
  costly: true,
  summary: 'List the messages to single persons, newest first',
  query: listQuery,
  paged: 'bounded page',
  data: z.array(messageSchema),
})

export const showMessage = endpoint({
  ...common,
  id: 'showMessage',
  permission: 'message.read',
  method: 'GET',
  path: 'messages/:id',
  summary: 'Show a message with its body, as long as it is kept, and its events',
  data: messageWithEventsSchema,
})

export const cancelMessage = endpoint({
  ...common,
  id: 'cancelMessage',
  permission: 'message.create',
  method: 'POST',
  path: 'messages/:id/cancel',
  summary: 'Cancel a message that has not left yet',
  data: messageSchema,
})

export const resendMessage = endpoint({
  ...common,
  id: 'resendMessage',
  permission: 'message.create',
  method: 'POST',
  path: 'messages/:id/resend',
  summary:
    'Send a message again: an uncertain one itself, with its Message-ID; of any other that has ended, a copy, as long as its body is kept',
  data: messageSchema,
})
