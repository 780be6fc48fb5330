import { z } from 'zod'
import { flag, given, idField, line, name, text, whole } from '../api/fields.ts'
import { resourceEndpoints } from '../resources/endpoints.ts'
import { parseEmail } from '../values/email.ts'

export const bodyDaysMax = 45

/** The stream of messages that name none. */
export const defaultStream = 'default'

export const streamSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    from_name: z.string(),
    from_email: z.string(),
    reply_to: z.string(),
    virtual_mta_id: z.int().nullable(),
    url_domain_id: z.int().nullable(),
    bounce_email_id: z.string().nullable(),
    track_opens: z.boolean(),
    track_links: z.boolean(),
    unsubscription: z.boolean(),
    body_days: z.int(),
    paused: z.boolean(),
    waiting_for: z
      .string()
      .meta({ description: 'Why its messages do not leave although it is not paused. Empty: they do.' }),
    updated_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'MessageStream' })

const address = text(600)
  .transform((value) => value.trim())
  .refine((value) => value === '' || parseEmail(value) !== null, 'is not a valid e-mail address')

const spelledName = name(100).pipe(line(100))

export const streamInput = z.object({
  name: spelledName.meta({ description: 'A name for the stream, up to 100 characters. Messages name it.' }),
  from_name: given(line(255)).meta({ description: 'The display name in the From header. Default: empty.' }),
  from_email: given(address).meta({
    description: 'The address in the From header. Default: empty, each message has its own.',
  }),
  reply_to: given(address).meta({
    description: 'The address in the Reply-To header. Default: empty, replies go to the From address.',
  }),
  virtual_mta_id: whole(0, 2_147_483_647).nullish().meta({
    description: 'The virtual MTA that sends the messages. Default: 0, the System Default Route.',
  }),
  url_domain_id: idField.nullish().meta({
    description: "The URL domain of the links in messages. Default: null, the server's own address.",
  }),
  bounce_email_id: z
    .string()
    .regex(/^\d{1,9}@\d{1,9}$/, 'must look like 4@1')
    .nullish()
    .meta({
      description:
        'The bounce email to which bounces return, as user id and domain id: 4@1. Default: null, they return to the sender.',
    }),
  track_opens: given(flag).meta({
    description: 'Whether opens are tracked, unless a message says otherwise. Default: false.',
  }),
  track_links: given(flag).meta({
    description: 'Whether clicks are tracked, unless a message says otherwise. Default: false.',
  }),
  unsubscription: given(flag).meta({
    description:
      'Whether people can unsubscribe from the stream: its messages then have the headers of one-click unsubscription, and a content can name the link. Default: false.',
  }),
  body_days: given(whole(0, bodyDaysMax)).meta({
    description: `How many days the bodies of messages are kept after they have ended, 0 to ${bodyDaysMax}. Default: 7.`,
  }),
  paused: given(flag).meta({
    description: 'Whether its messages wait. Default: false.',
  }),
})
export const streamChanges = streamInput.partial()

export type StreamInput = z.output<typeof streamInput>
export type StreamChanges = z.output<typeof streamChanges>

export const streamEndpoints = resourceEndpoints<StreamInput, StreamChanges>({
  name: 'MessageStream',
  path: 'message_streams',
  tag: 'Messages',
  one: 'message stream',
  many: 'message streams',
  param: ':id',
  wrapper: 'message_stream',
  record: streamSchema,
  input: streamInput,
  changes: streamChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'standard', write: 'standard' },
  permission: 'message_stream',
  versioned: true,
})
