import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { pageQuery } from '../api/paging.ts'
import { sendingCreditsSchema } from './credits.ts'
import { reportQuery } from './messages-sent.ts'

const instant = z.iso.datetime({ offset: true })

export const ledgerKinds = ['added', 'removed', 'set', 'spent'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

const sender = z.object({ id: z.int(), name: z.string() }).nullable()

export const creditLedgerSchema = z
  .object({
    sending_credits: sendingCreditsSchema.shape.sending_credits,
    entries: z.array(
      z.object({
        id: z.int().meta({ description: 'Of a sum, the id of its last entry.' }),
        created_at: instant.meta({ description: 'Of a sum, the time of its last entry.' }),
        kind: z.enum(ledgerKinds).meta({
          description:
            'added, removed and set: a change by a system administrator. spent: the credits that one campaign or ' +
            'autoresponder spent on one day, summed.',
        }),
        amount: z
          .int()
          .meta({ description: 'The change of the balance: below 0 for removed and spent credits.' }),
        balance_after: z
          .int()
          .meta({ description: 'The balance after the entry; of a sum, after its last entry.' }),
        campaign: sender.meta({ description: 'The campaign that spent the credits.' }),
        autoresponder: sender.meta({ description: 'The autoresponder that spent the credits.' }),
        actor: z.object({
          type: z
            .enum(['api_key', 'user', 'system'])
            .meta({ description: 'system: the server, which spends.' }),
          id: z.int().nullable(),
        }),
        request_id: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'CreditLedger' })

export type LedgerEntry = z.input<typeof creditLedgerSchema>['entries'][number]

const { start_date: startDate, end_date: endDate } = reportQuery.shape

const list = {
  tag: 'Sending credits',
  method: 'GET',
  costly: true,
  query: pageQuery.safeExtend({
    start_date: startDate.meta({
      description: 'The first day, YYYY-MM-DD. Default: the first day of the month before last.',
    }),
    end_date: endDate,
  }),
  paged: 'page',
  data: creditLedgerSchema,
} as const

const summary = 'what was added, removed and spent, day by day, latest first'

export const listOwnCreditLedger = endpoint({
  ...list,
  id: 'listOwnCreditLedger',
  role: 'organization_admin',
  path: 'credit_ledger',
  summary: `List the ledger of the organization's sending credits: ${summary}`,
})

export const listCreditLedger = endpoint({
  ...list,
  id: 'listCreditLedger',
  role: 'system_admin',
  path: 'organizations/:id/credit_ledger',
  summary: `List the ledger of an organization's sending credits: ${summary}`,
})
