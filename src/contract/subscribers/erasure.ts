import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { flag } from '../api/fields.ts'
import { emailInput } from './endpoints.ts'

/** Erasing a person from an organization. */

const count = (description: string) => z.int().meta({ description })

export const eraseInput = z.object({
  email: emailInput,
  despite_unfinished_imports: flag.optional().meta({
    description:
      'Imports that are not finished may bring the address back and write it into their logs: without this the ' +
      'call is refused while there are any.',
  }),
})

export const eraseSubscriber = endpoint({
  id: 'eraseSubscriber',
  tag: 'Subscribers',
  role: 'organization_admin',
  method: 'POST',
  path: 'subscribers/erase',
  summary:
    'Erase the person with an address from the whole organization: subscribers of all lists and what came back from ' +
    'them, what was to be sent to them, events that webhooks were not told of yet and dead ones, lines of import logs, ' +
    'previews, addresses of seed lists. What stays are counters, events of the audit log without the address, a keyed ' +
    'hash of the address that says that it was erased, and on suppression lists its SHA-256 in its place, so that it ' +
    'stays suppressed. Who subscribes anew later is a new subscriber. Users of the organization, its own texts ' +
    '(contents, segments, From addresses), answers kept under an Idempotency-Key (encrypted, 25 hours), the mailbox of a ' +
    'server without SMTP, files in the upload directory and backups are not touched',
  wrapper: 'erase',
  body: eraseInput,
  paged: 'none',
  data: z
    .object({
      subscribers: count('Subscribers that were deleted, over all lists.'),
      suppressed_addresses: count('Entries of suppression lists that are a hash now.'),
      seed_list_addresses: count('Addresses that were taken from seed lists.'),
      webhook_events: count('Events that webhooks will not be told of.'),
      import_log_lines: count('Lines that were taken out of the logs of imports.'),
    })
    .meta({ id: 'Erasure' }),
})

export type Erased = z.input<(typeof eraseSubscriber)['data']>
