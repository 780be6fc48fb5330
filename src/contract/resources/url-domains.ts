import { z } from 'zod'
import { flag, text } from '../api/fields.ts'
import { parseDomain } from '../values/hosts.ts'
import { resourceEndpoints } from './endpoints.ts'

export const urlDomainSchema = z
  .object({
    id: z.int(),
    domain: z.string(),
    ssl: z.boolean().meta({ description: 'Whether links begin with https.' }),
  })
  .meta({ id: 'UrlDomain' })

const domain = text(300).transform((value, context) => {
  const parsed = parseDomain(value)
  if (parsed === null) context.addIssue('is not a valid domain')
  return parsed ?? z.NEVER
})
export const urlDomainInput = z.object({
  domain: domain.meta({ description: 'The domain of links, such as news.example.com.' }),
  ssl: flag.optional().meta({ description: 'Whether links begin with https. Default: false.' }),
})
export const urlDomainChanges = urlDomainInput.partial()

export type UrlDomainInput = z.output<typeof urlDomainInput>
export type UrlDomainChanges = z.output<typeof urlDomainChanges>

export const urlDomainEndpoints = resourceEndpoints<UrlDomainInput, UrlDomainChanges>({
  name: 'UrlDomain',
  path: 'url_domains',
  tag: 'URL domains',
  one: 'URL domain',
  many: 'URL domains',
  param: ':id',
  wrapper: 'url_domain',
  record: urlDomainSchema,
  input: urlDomainInput,
  changes: urlDomainChanges,
  filters: ['domain', 'domain_contains'],
  orders: ['id', 'domain'],
  roles: { read: 'standard', write: 'system_admin' },
})
