import { invisibleProblem } from '../values/spelling/invisible.ts'
import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { name, text } from '../api/fields.ts'
import { resourceEndpoints } from './endpoints.ts'

/** Every campaign is also sent to these addresses, as a delivery test. */

export const seedListSchema = z
  .object({ id: z.int(), name: z.string(), addresses_array: z.array(z.string()) })
  .meta({ id: 'SeedList' })

const address = text(600).transform((value, context) => {
  const parsed = parseEmail(value)
  if (parsed === null) context.addIssue(invisibleProblem(value) ?? 'is not a valid e-mail address')
  return parsed ?? z.NEVER
})

/** Keeps the order and drops repeats. */
const addresses = z
  .array(address)
  .max(1000)
  .transform((given) => {
    const byKey = new Map<string, string>()
    for (const { key, address } of given) if (!byKey.has(key)) byKey.set(key, address)
    return [...byKey.values()]
  })

export const seedListInput = z.object({
  name: name(100).meta({ description: 'A name for the list, up to 100 characters.' }),
  addresses_array: addresses.optional().meta({
    description: 'The addresses that get a copy of each campaign, at most 1,000. Duplicates are dropped.',
  }),
})
export const seedListChanges = seedListInput.partial()

export type SeedListInput = z.output<typeof seedListInput>
export type SeedListChanges = z.output<typeof seedListChanges>

export const seedListEndpoints = resourceEndpoints<SeedListInput, SeedListChanges>({
  name: 'SeedList',
  path: 'seed_lists',
  tag: 'Seed lists',
  one: 'seed list',
  many: 'seed lists',
  param: ':id',
  wrapper: 'seed_list',
  record: seedListSchema,
  input: seedListInput,
  changes: seedListChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'standard', write: 'standard' },
  permission: 'seed_list',
})
