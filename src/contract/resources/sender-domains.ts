import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { text } from '../api/fields.ts'
import { parseDomain } from '../values/hosts.ts'
import { resourceEndpoints } from './endpoints.ts'

/** How long the DNS record of a proven domain may be missing (docs/decisions/021-sender-domains.md). */
export const lapseDays = 7

export const senderDomainsMax = 500

export function proofName(domain: string): string {
  return `_quiver.${domain}`
}

export function proofValue(token: string): string {
  return `quiver-verification=${token}`
}

const time = z.iso.datetime({ offset: true }).nullable()

export const senderDomainSchema = z
  .object({
    id: z.int(),
    domain: z.string().meta({ description: 'In ASCII, as the DNS has it. Its subdomains are included.' }),
    state: z.enum(['pending', 'proven', 'lapsed']).meta({
      description: `lapsed: it was proven, but its record has been missing for ${lapseDays} days.`,
    }),
    dns_name: z.string().meta({ description: 'The name of the TXT record to publish.' }),
    dns_value: z.string().meta({ description: 'The value of the TXT record to publish.' }),
    proven_by: z
      .enum(['txt', 'dkim'])
      .nullable()
      .meta({ description: 'The record that was found: the TXT record above, or that of a DKIM key.' }),
    proven_at: time,
    checked_at: time.meta({ description: 'When the DNS was asked last.' }),
    missing_since: time.meta({ description: 'Since when the record of a proven domain has been missing.' }),
    problem: z
      .string()
      .meta({ description: 'What the last check found instead of a record; otherwise empty.' }),
    created_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'SenderDomain' })

const domain = text(300).transform((value, context) => {
  const parsed = parseDomain(value)
  if (parsed === null) context.addIssue('is not a valid domain')
  return parsed ?? z.NEVER
})

export const senderDomainInput = z.object({
  domain: domain.meta({
    description: 'The domain of the addresses to send as, such as example.com. Its subdomains are included.',
  }),
})

export type SenderDomainInput = z.output<typeof senderDomainInput>

const kind = resourceEndpoints<SenderDomainInput, Record<string, never>>({
  name: 'SenderDomain',
  path: 'sender_domains',
  tag: 'Sender domains',
  one: 'sender domain',
  many: 'sender domains',
  param: ':id',
  wrapper: 'sender_domain',
  record: senderDomainSchema,
  input: senderDomainInput,
  changes: z.object({}),
  filters: ['domain', 'domain_contains'],
  orders: ['id', 'domain'],
  roles: { read: 'organization_admin', write: 'organization_admin' },
})

export const senderDomainSelection = { filters: kind.filters, orders: kind.orders }

const { own, granted } = kind

export const senderDomainEndpoints = {
  list: own.list,
  show: own.show,
  create: {
    ...own.create,
    summary: 'Claim a domain to send as; the answer contains the DNS record that proves it',
  },
  remove: {
    ...own.remove,
    summary: 'Delete a sender domain, which opens it to others; fails while a DKIM key of it is active',
  },
  verify: endpoint({
    id: 'verifySenderDomain',
    tag: 'Sender domains',
    role: 'organization_admin',
    method: 'POST',
    path: 'sender_domains/:id/verify',
    summary: 'Look for the record of a sender domain in the DNS now; fails with what is missing',
    paged: 'none',
    data: senderDomainSchema,
  }),
  listGranted: granted.list,
  showGranted: granted.show,
  removeGranted: granted.remove,
}
