import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { parameter } from '../api/query.ts'
import { isStorable } from '../values/text.ts'

export const foundKinds = ['person', 'campaign', 'list', 'segment', 'import', 'organization'] as const
export type FoundKind = (typeof foundKinds)[number]

const foundSchema = z
  .object({
    kind: z.enum(foundKinds),
    id: z.int(),
    name: z.string().meta({ description: 'The name; of a person the address, of an import the file.' }),
    mailing_list: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .meta({ description: 'The list of a person, campaign, segment or import.' }),
  })
  .meta({ id: 'Found' })

export type Found = z.input<typeof foundSchema>

const words = parameter<string>((text) => {
  const trimmed = text.trim()
  return trimmed !== '' && trimmed.length <= 200 && isStorable(trimmed) ? trimmed : null
}, 'must be 1 to 200 characters').meta({
  type: 'string',
  description: 'The beginning of an address, or a part of a name. Case is ignored.',
})

export const search = endpoint({
  id: 'search',
  method: 'GET',
  path: 'search',
  tag: 'Overview',
  role: 'standard',
  paged: 'none',
  costly: true,
  summary: 'Look for people, campaigns, lists, segments and imports, at most five of each',
  query: z.object({ q: words }),
  data: z.array(foundSchema),
})
