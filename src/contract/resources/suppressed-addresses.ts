import { trimmed } from '../values/spelling/invisible.ts'
import { z } from 'zod'
import { asciiDomain } from '../values/spelling/domain-names.ts'
import { parseEmail } from '../values/email.ts'
import { endpoint } from '../api/endpoint.ts'
import { text } from '../api/fields.ts'
import { parseDomain } from '../values/hosts.ts'
import { pageQuery } from '../api/paging.ts'
import { filter } from '../api/query.ts'
import { suppressionScopes } from './suppression-lists.ts'

/** Addresses, whole domains, or hashes of addresses that must not be disclosed. */

export const suppressedAddressSchema = z
  .object({
    id: z.int(),
    suppression_list_id: z.int(),
    organization_id: z.int(),
    user_id: z.int().nullable().meta({ description: 'The user who added it; null for API keys.' }),
    email: z.string(),
    address_type: z.enum(['a', 'd', 'm', 's']).meta({
      description: 'a: an address; d: a domain; m: an MD5 hash; s: a SHA-256 hash.',
    }),
    added_as_auto_scomp: z.boolean().meta({ description: 'Whether a spam complaint added it to the list.' }),
    auto_converted_to_punycode: z.boolean().meta({
      description: 'Whether it was given with an internationalized domain, which is kept in ASCII.',
    }),
    created_at: z.iso.datetime({ offset: true }),
    updated_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'SuppressedAddress' })

const ofSystem = 'null: by a list of the system, of which nothing else is told.'

/** An entry that keeps messages from an address, and of which list it is. */
export const suppressionSchema = z
  .object({
    suppression_scope: z.enum(suppressionScopes),
    suppression_list_id: z.int().nullable().meta({ description: ofSystem }),
    suppression_list_name: z.string().nullable(),
    mailing_list_id: z.int().nullable(),
    suppressed_address: suppressedAddressSchema.nullable().meta({ description: ofSystem }),
  })
  .meta({ id: 'FoundSuppression' })

export const suppressedAddressesMax = 10_000

export const suppressedAddressesInput = z.object({
  data: z.array(text(600)).max(suppressedAddressesMax).meta({
    description:
      'Up to 10,000 addresses, domains as `@domain`, or hexadecimal MD5 or SHA-256 hashes of lower-case addresses.',
  }),
})

const countsSchema = z
  .object({
    added: z.int(),
    already_suppressed: z
      .int()
      .meta({ description: 'The number of entries that were already on the list or repeated in the call.' }),
    invalid: z.int().meta({
      description: 'The number of entries that are no address, domain or hash. They are not added.',
    }),
  })
  .meta({ id: 'SuppressedAddressCounts' })

export type SuppressedEntry = { key: string; isConverted: boolean }

/** `isConverted`: its domain was not in ASCII. null if it is neither an address nor a domain nor a hash. */
export function readSuppressed(given: string): SuppressedEntry | null {
  const entry = trimmed(given)
  if (/^([0-9a-f]{32}|[0-9a-f]{64})$/i.test(entry)) return { key: entry.toLowerCase(), isConverted: false }
  const key = entry.startsWith('@') ? domainKey(entry.slice(1)) : (parseEmail(entry)?.key ?? null)
  const domain = entry.slice(entry.lastIndexOf('@'))
  return key === null ? null : { key, isConverted: !/^[\x20-\x7e]*$/.test(domain) }
}

function domainKey(given: string): string | null {
  const domain = parseDomain(given)
  return domain === null ? null : `@${asciiDomain(domain)}`
}

const common = { tag: 'Suppression lists', paged: 'none' } as const

export const suppressedAddressQuery = pageQuery.safeExtend({
  q: filter(
    'Return entries that begin with this text: an address, `@` and a domain, or a hash. Case is ignored.',
  ),
  email: filter('Return this entry: an address, `@` and a domain, or a hash. Case is ignored.'),
})

export const suppressionQuery = z.object({
  email: z
    .string('must be given: the address to look up')
    .refine((value) => parseEmail(value) !== null, 'must be an e-mail address')
    .meta({ description: 'The address to look up, in any spelling.' }),
})

function operations(prefix: '' | 'organizations/:organization_id/') {
  const isOwn = prefix === ''
  const path = `${prefix}suppression_lists/:suppression_list_id/suppressed_addresses` as const
  const suffix = isOwn ? '' : 'OfOrganization'
  const words = isOwn ? '' : ' of an organization'
  const role = isOwn ? 'organization_admin' : 'system_admin'
  return {
    list: endpoint({
      ...common,
      role,
      id: `listSuppressedAddresses${suffix}`,
      method: 'GET',
      path,
      summary: `List the addresses of a suppression list${words}, by id`,
      query: suppressedAddressQuery,
      paged: 'bounded page',
      data: z.array(suppressedAddressSchema),
    }),
    create: endpoint({
      ...common,
      role,
      id: `createSuppressedAddresses${suffix}`,
      method: 'POST',
      path: `${path}/create_multiple`,
      summary: `Add addresses to a suppression list${words}`,
      optionalWrapper: 'suppressed_addresses',
      body: suppressedAddressesInput,
      data: countsSchema,
    }),
    find: endpoint({
      ...common,
      role,
      id: `findSuppressions${suffix}`,
      method: 'GET',
      path: `${prefix}suppressed_addresses`,
      summary: `List what keeps messages from an address, in all suppression lists${words || ' of the organization'}`,
      query: suppressionQuery,
      data: z.array(suppressionSchema),
    }),
    remove: endpoint({
      ...common,
      role,
      id: `deleteSuppressedAddress${suffix}`,
      method: 'DELETE',
      path: `${path}/:id_or_address`,
      summary: `Remove an address from a suppression list${words}`,
      data: z.null(),
    }),
  }
}

export const suppressedAddressEndpoints = {
  own: operations(''),
  granted: operations('organizations/:organization_id/'),
}
