import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { flag } from '../api/fields.ts'
import { emailInput } from './endpoints.ts'

const count = (description: string) => z.int().meta({ description })

/** Of one call. */
export const erasedMax = 1_000

const eraseFields = z.object({
  email: emailInput.optional().meta({ description: 'The address to erase. Or give emails.' }),
  emails: z
    .array(emailInput)
    .min(1, 'cannot be empty')
    .max(erasedMax, `must be at most ${erasedMax} addresses: make another call for the others`)
    .optional()
    .meta({
      description: `Up to ${erasedMax} addresses to erase at once, which takes much less time than a call for each: all of them or, if the call fails, none.`,
    }),
  despite_unfinished_imports: flag.optional().meta({
    description:
      'Whether to go on although there are unfinished imports, which may add the address again. Default: false, ' +
      'the call then fails.',
  }),
})

export const eraseInput = eraseFields.refine(
  ({ email, emails }) => (email === undefined) !== (emails === undefined),
  'must have either email or emails',
)

export const eraseSubscriber = endpoint({
  id: 'eraseSubscriber',
  tag: 'Subscribers',
  role: 'organization_admin',
  method: 'POST',
  path: 'subscribers/erase',
  costly: true,
  summary:
    'Erase an address, or up to 1,000, from the whole organization: subscribers of all lists with their responses, messages still to ' +
    'be sent to them, pending and dead webhook events, lines of import logs, previews and seed list addresses. ' +
    'Counters and audit events without the address remain, and so does a keyed hash that records the erasure. ' +
    'Suppression lists keep a SHA-256 of the address, so it stays suppressed. A later subscription creates a new ' +
    "subscriber. Not erased: users of the organization, the organization's own texts (contents, segments, From " +
    'addresses), answers stored for an Idempotency-Key (encrypted, 25 hours), the mailbox of a server without SMTP, ' +
    'files in the upload directory, and backups',
  wrapper: 'erase',
  body: eraseInput,
  paged: 'none',
  data: z
    .object({
      addresses: count('The number of different addresses in the call.'),
      subscribers: count('The number of subscribers deleted from all lists.'),
      suppressed_addresses: count('The number of suppression list entries replaced by a hash.'),
      seed_list_addresses: count('The number of addresses removed from seed lists.'),
      webhook_events: count('The number of webhook events deleted.'),
      import_log_lines: count('The number of lines removed from import logs.'),
    })
    .meta({ id: 'Erasure' }),
})

export type Erased = z.input<(typeof eraseSubscriber)['data']>
