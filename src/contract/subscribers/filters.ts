import { choice } from '../api/fields.ts'
import { parameter, time } from '../api/query.ts'
import { subscriberStatuses } from '../imports/states.ts'
import { parseEmail, type EmailAddress } from '../values/email.ts'

export const searchOrders = ['email', 'newest'] as const
export type SearchOrder = (typeof searchOrders)[number]

/** Of lists of people. */
export const personFilters = {
  email: parameter<EmailAddress>(parseEmail, 'is not a valid address')
    .meta({ type: 'string' })
    .optional()
    .meta({ description: 'Return only subscribers with exactly this address, in any spelling of it.' }),
  status: choice(subscriberStatuses)
    .optional()
    .meta({ description: 'Return only subscribers with this status.' }),
  created_since: time('start', 'Return only subscribers created at this time or later'),
  updated_since: time(
    'start',
    'Return only subscribers created or changed at this time or later (a change is visible when its transaction has ended: ask from some minutes before the last call)',
  ),
  order_by: choice(searchOrders).optional(),
}

const filterNames = ['email', 'status', 'created_since', 'updated_since', 'order_by'] as const

export function hasPersonFilter(query: Partial<Record<(typeof filterNames)[number], unknown>>): boolean {
  return filterNames.some((name) => query[name] !== undefined)
}
