import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { flag, idField, text, whole } from '../api/fields.ts'

/** What people let programs do through /mcp (docs/assistants.md). */

const time = z.iso.datetime({ offset: true })

export const grantDaysMax = 90

/** As the program has put it into the address of the page, by RFC 6749, 7636 and 8707. */
const requestFields = {
  client_id: text(4_000).meta({ description: 'The id of the program, from its registration.' }),
  redirect_uri: text(1_000).meta({ description: 'Where the answer goes.' }),
  response_type: text(50).meta({ description: 'Always `code`; nothing else is taken.' }),
  code_challenge: text(200)
    .nullish()
    .meta({ description: 'The challenge of PKCE. Without it the request is refused.' }),
  code_challenge_method: text(50).nullish().meta({ description: 'S256; nothing else is taken.' }),
  resource: text(1_000).nullish().meta({ description: 'The address of /mcp. Default: that.' }),
  state: text(2_000).nullish().meta({ description: 'What the program wants to get back.' }),
}
export const grantRequest = z.object(requestFields)
export type GrantRequest = z.output<typeof grantRequest>

export const grantInput = z.object({
  ...requestFields,
  may_change: flag.nullish().meta({
    description: 'Whether the program may plan and apply changes. Default: false, it only reads.',
  }),
  mailing_list_ids: z
    .array(idField)
    .max(1_000, 'has more than 1000 ids')
    .nullish()
    .meta({ description: 'The lists that it sees. Default: null, those that the user sees.' }),
  days: whole(1, grantDaysMax).nullish().meta({ description: 'When the grant ends by itself. Default: 30.' }),
})
export type GrantInput = z.output<typeof grantInput>

const grantSchema = z
  .object({
    id: z.int(),
    client_name: z.string().meta({ description: 'The program, by its own word.' }),
    redirect_host: z.string(),
    may_change: z.boolean(),
    mailing_list_ids: z.array(z.int()).nullable().meta({ description: 'null: all that the user sees.' }),
    created_at: time,
    last_used_at: time.nullable(),
    expires_at: time,
  })
  .meta({ id: 'AssistantGrant' })
export type GrantRecord = z.output<typeof grantSchema>

const own = { tag: 'Log-in', role: 'standard', paged: 'none', ofOwnAccount: true } as const
const path = 'users/current/assistant_grants'

export const listAssistantGrants = endpoint({
  ...own,
  id: 'listAssistantGrants',
  method: 'GET',
  path,
  summary: 'List the programs that act through /mcp in the name of the user of the session',
  data: z.array(grantSchema),
})

export const inspectAssistantRequest = endpoint({
  ...own,
  id: 'inspectAssistantRequest',
  method: 'POST',
  path: `${path}/inspect`,
  idempotencyKey: false,
  summary: 'Check what a program asks for, before a person agrees; nothing is stored',
  body: grantRequest,
  data: z.object({
    client_name: z.string().meta({ description: 'By the program’s own word: nobody has verified it.' }),
    redirect_host: z.string().meta({ description: 'Where the answer goes.' }),
    is_own_machine: z.boolean().meta({ description: 'Whether that is the machine of the person.' }),
    refused_to: z.string().meta({ description: 'Where the browser goes if the person refuses.' }),
  }),
})

export const createAssistantGrant = endpoint({
  ...own,
  id: 'createAssistantGrant',
  method: 'POST',
  path,
  idempotencyKey: false,
  summary:
    'Let a program act in the name of the user of the session: never more than the user may at that moment',
  body: grantInput,
  data: z.object({
    redirect_to: z.string().meta({ description: 'Where the browser goes, with a code that works once.' }),
  }),
})

export const deleteAssistantGrant = endpoint({
  ...own,
  id: 'deleteAssistantGrant',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'End what a program may do in the name of the user of the session, at once',
  data: z.null(),
})

export const assistantGrantEndpoints = [
  listAssistantGrants,
  inspectAssistantRequest,
  createAssistantGrant,
  deleteAssistantGrant,
]
