import { z } from 'zod'
import { choice, text, whole } from '../api/fields.ts'
import type { SubscriberStatus } from './states.ts'

const removedStatuses = ['unsubscribed', 'bounced', 'scomp', 'deactivated'] as const

const cells = (which: string) =>
  z
    .array(text(255))
    .min(1, 'cannot be empty')
    .max(1000)
    .nullish()
    .meta({
      description: `The rule applies to cells ${which} one of these; "" is a blank cell. Case and surrounding spaces are ignored.`,
    })

/** Never `active`: a rule can end a subscription and cannot start one. */
const statusColumn = z
  .strictObject({
    column: whole(1, 10_000).meta({ description: 'The number of the column in column_mapping, from 1.' }),
    status: choice(removedStatuses).meta({ description: 'The status of rows that the rule applies to.' }),
    when: cells('that are'),
    unless: cells('that are not'),
  })
  .refine(
    ({ when, unless }) => (when ?? null) === null || (unless ?? null) === null,
    'must not have both when and unless',
  ) // prettier-ignore
  .refine(({ when, unless }) => (when ?? unless ?? null) !== null, 'must have when or unless')

export const statusColumnsInput = z.array(statusColumn).max(1000)

export const statusColumnRecord = z.object({
  column: z.int(),
  status: z.enum(removedStatuses),
  when: z.array(z.string()).nullish(),
  unless: z.array(z.string()).nullish(),
})

export type StatusColumn = z.infer<typeof statusColumnRecord>

/**
 * Compiles the status of a row that would be active: the first rule that applies decides. A row that was removed at some
 * time and does not say its status is unsubscribed.
 * @param statusIndex index from 0 of the column that is mapped to status, or -1
 */
export function compileStatus(rules: readonly StatusColumn[], statusIndex: number) {
  const compiled = rules.map(({ column, status, when, unless }) => ({
    index: column - 1,
    status,
    words: new Set((when ?? unless ?? []).map(plain)),
    isWanted: (when ?? null) !== null,
  }))
  return (cells: readonly string[], removeTime: number | null): SubscriberStatus => {
    for (const { index, status, words, isWanted } of compiled) {
      if (words.has(plain(cells[index] ?? '')) === isWanted) return status
    }
    const isGiven = statusIndex >= 0 && (cells[statusIndex] ?? '').trim() !== ''
    return removeTime === null || isGiven ? 'active' : 'unsubscribed'
  }
}

function plain(cell: string): string {
  return cell.trim().toLowerCase()
}
