import { z } from 'zod'
import { choice, flag, text, whole } from '../api/fields.ts'
import type { SubscriberStatus } from './states.ts'

const removedStatuses = ['unsubscribed', 'bounced', 'scomp', 'deactivated'] as const

export type RemovedStatus = (typeof removedStatuses)[number]

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
    leave_out: flag.nullish().meta({
      description:
        'Whether rows that the rule applies to are left out of the import, whatever status they would have: they are counted and logged as skipped_ and the status of the rule, and change no subscriber. Default: false.',
    }),
  })
  .refine(
    ({ when, unless }) => (when ?? null) === null || (unless ?? null) === null,
    'must not have both when and unless',
  ) // oxfmt-ignore
  .refine(({ when, unless }) => (when ?? unless ?? null) !== null, 'must have when or unless')

export const statusColumnsInput = z.array(statusColumn).max(1000)

export const statusColumnRecord = z.object({
  column: z.int(),
  status: z.enum(removedStatuses),
  when: z.array(z.string()).nullish(),
  unless: z.array(z.string()).nullish(),
  leave_out: z.boolean().nullish(),
})

export type StatusColumn = z.infer<typeof statusColumnRecord>

/** `isLeftOut`: the row is counted in the class `skipped_` and the status, and changes no subscriber. */
export type DecidedStatus = { status: RemovedStatus; isLeftOut: boolean }

const left: DecidedStatus = { status: 'unsubscribed', isLeftOut: false }

/**
 * Compiles the rules for the status of a row. The first rule that matches decides: a rule with `leave_out` applies to every
 * row, any other to rows that would be active. A row that no rule matches, with a remove time and no status, is unsubscribed.
 * @param statusIndex index from 0 of the column that is mapped to status, or -1
 * @returns null if the row keeps the status that it has
 */
export function compileStatus(rules: readonly StatusColumn[], statusIndex: number) {
  const compiled = rules.map(({ column, status, when, unless, leave_out: leaveOut }) => ({
    index: column - 1,
    decided: { status, isLeftOut: leaveOut === true },
    words: new Set((when ?? unless ?? []).map(plain)),
    isWanted: (when ?? null) !== null,
  }))
  type Given = { status: SubscriberStatus; removeTime: number | null }
  return (cells: readonly string[], { status, removeTime }: Given): DecidedStatus | null => {
    for (const { index, decided, words, isWanted } of compiled) {
      if (words.has(plain(cells[index] ?? '')) !== isWanted) continue
      return status === 'active' || decided.isLeftOut ? decided : null
    }
    if (status !== 'active' || removeTime === null) return null
    const isGiven = statusIndex >= 0 && (cells[statusIndex] ?? '').trim() !== ''
    return isGiven ? null : left
  }
}

function plain(cell: string): string {
  return cell.trim().toLowerCase()
}
