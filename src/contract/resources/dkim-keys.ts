import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice, flag, text } from '../api/fields.ts'
import { parseDomain } from '../values/hosts.ts'
import { resourceEndpoints } from './endpoints.ts'

export const dkimAlgorithms = ['rsa', 'ed25519'] as const
export type DkimAlgorithm = (typeof dkimAlgorithms)[number]

/**
 * other_key: the record has another public key. faulty: receivers cannot use the record. unknown: the name servers did
 * not answer.
 */
export const dkimCheckStates = ['found', 'missing', 'other_key', 'faulty', 'unknown'] as const
export type DkimCheckState = (typeof dkimCheckStates)[number]

export const dkimKeySchema = z
  .object({
    id: z.int(),
    domain: z.string(),
    selector: z.string(),
    algorithm: z.enum(dkimAlgorithms),
    active: z.boolean().meta({
      description:
        'The newest active key of each algorithm signs; with two of them messages get two signatures.',
    }),
    dns_name: z.string().meta({ description: 'The name of the TXT record to publish.' }),
    dns_value: z.string().meta({ description: 'The value of the TXT record to publish.' }),
    created_at: z.iso.datetime({ offset: true }),
    checked_at: z.iso
      .datetime({ offset: true })
      .nullable()
      .meta({ description: 'When the record was looked for last. null: never.' }),
    check_state: z
      .enum(dkimCheckStates)
      .nullable()
      .meta({
        description:
          'What was found: the record of this key (found), none (missing), that of another key (other_key), one that ' +
          'receivers cannot use (faulty), or no answer of the name servers (unknown). null: never checked.',
      }),
    problem: z.string().meta({ description: 'Why the last check failed, and what to do; otherwise empty.' }),
    lost_since: z.iso
      .datetime({ offset: true })
      .nullable()
      .meta({ description: 'Since when a record that was found before is missing or has changed.' }),
  })
  .meta({ id: 'DkimKey' })

export const checkedDkimKeySchema = dkimKeySchema
  .extend({
    records: z
      .array(z.string())
      .meta({ description: 'The TXT records that the DNS has at dns_name. Only this answer contains them.' }),
  })
  .meta({ id: 'CheckedDkimKey' })

const domain = text(300).transform((value, context) => {
  const parsed = parseDomain(value)
  if (parsed === null) context.addIssue('is not a valid domain')
  return parsed ?? z.NEVER
})

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const selectorPattern = new RegExp(`^${label}(?:\\.${label}){0,4}$`)

const selector = text(300)
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => selectorPattern.test(value), 'must be letters, digits and dashes')
  .optional()
  .meta({ description: 'The selector, which is part of the DNS name. Default: quiver, or quiver-ed25519.' })

export const dkimKeyInput = z.object({
  domain: domain.meta({ description: 'The domain of the From addresses whose messages are signed.' }),
  selector,
  private_key: text(10_000).nullish().meta({
    description:
      'An RSA key of 1024 to 4096 bits or an Ed25519 key in PEM, without a passphrase. Default: a new key, RSA with 2048 bits. Answers never contain it.',
    writeOnly: true,
  }),
  algorithm: choice(dkimAlgorithms).optional().meta({
    description:
      'rsa, which all receivers know, or ed25519 (RFC 8463) beside it. Default: that of the given key, or rsa.',
  }),
  active: flag
    .optional()
    .meta({ description: 'Whether the key signs messages. Publish the DNS record first. Default: true.' }),
})
export const dkimKeyChanges = z.object({
  active: flag.optional().meta({ description: 'Whether the key signs messages.' }),
})

export type DkimKeyInput = z.output<typeof dkimKeyInput>
export type DkimKeyChanges = z.output<typeof dkimKeyChanges>

const kind = resourceEndpoints<DkimKeyInput, DkimKeyChanges>({
  name: 'DkimKey',
  path: 'dkim_keys',
  tag: 'DKIM keys',
  one: 'DKIM key',
  many: 'DKIM keys',
  param: ':id',
  wrapper: 'dkim_key',
  record: dkimKeySchema,
  input: dkimKeyInput,
  changes: dkimKeyChanges,
  filters: ['domain', 'domain_contains'],
  orders: ['id', 'domain'],
  roles: { read: 'organization_admin', write: 'organization_admin' },
})

export const dkimKeySelection = { filters: kind.filters, orders: kind.orders }
export const { list: listDkimKeys, show: showDkimKey, update: updateDkimKey } = kind.own
export const createDkimKey = {
  ...kind.own.create,
  summary: 'Create a DKIM key; the answer contains the DNS record to publish',
}
export const deleteDkimKey = {
  ...kind.own.remove,
  summary: 'Delete a DKIM key; the next newest active key of its domain and algorithm signs from then on',
}

export const checkDkimKey = endpoint({
  id: 'checkDkimKey',
  tag: 'DKIM keys',
  role: 'organization_admin',
  method: 'POST',
  path: 'dkim_keys/:id/check',
  summary: 'Look for the record of a DKIM key in the DNS now; the answer says what is wrong with it',
  paged: 'none',
  data: checkedDkimKeySchema,
})
