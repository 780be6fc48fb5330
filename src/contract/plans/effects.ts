import { z } from 'zod'
import { estimateSchema } from '../api/figures.ts'

/** What a call would do. */

const people = z.int()

export const effectsSchema = z
  .object({
    records: z
      .array(z.object({ record: z.string(), created: z.int(), changed: z.int(), deleted: z.int() }))
      .meta({
        description:
          'The rows that the call itself writes, by resource. changed counts each change of a row. Work that follows, such as a bulk change, is under people.',
      }),
    people: z
      .object({
        number: people.meta({ description: 'Whom it concerns.' }),
        is_exact: z
          .boolean()
          .meta({ description: 'false: at least so many; there was no time to count the rest.' }),
        estimate: estimateSchema,
        classes: z.array(z.object({ class: z.string(), people })).meta({
          description: 'The same people by class, such as their status. None if they are not exact.',
        }),
      })
      .nullable()
      .meta({ description: 'null: nobody, or not known before it starts.' }),
    messages: z
      .int()
      .nullable()
      .meta({ description: 'How many messages would leave. null: not known before.' }),
    credits: z.int().nullable().meta({ description: 'What they cost. null: there is no limit of credits.' }),
    left_out: z
      .array(z.object({ reason: z.string(), people }))
      .meta({ description: 'Who of the list does not get it, and why.' }),
    waits: z
      .array(z.object({ code: z.string(), sentence: z.string() }))
      .meta({ description: 'What it waits for, and which part.' }),
  })
  .meta({ id: 'PlanEffects' })
export type Effects = z.output<typeof effectsSchema>

/** A part of the state that a plan saw. `number`: of people, for the sentence about a change. */
export type SeenPart = { part: Part; digest: string; number?: number }

export const parts = {
  record: 'the record itself',
  records: 'which records it writes',
  content: 'the content',
  audience: 'the rule that chooses the people',
  sender: 'the sender',
  time: 'the time',
  people: 'the people',
  limits: 'what the limits let through',
  file: 'the file',
} as const
export type Part = keyof typeof parts

/** @returns sentences about what differs; none if `now` is what was seen. @param percent that the number of people may differ by */
export function differencesOf(then: readonly SeenPart[], now: readonly SeenPart[], percent = 0): string[] {
  const names = [...new Set([...then, ...now].map(({ part }) => part))]
  return names.flatMap((name) => {
    const [before, after] = [then, now].map((all) => all.find(({ part }) => part === name))
    if (before?.digest === after?.digest || isWithin(before, after, percent)) return []
    // Who is let through follows from who is there.
    if (name === 'limits' && percent > 0) return []
    const numbers = [before?.number, after?.number]
    const [were, are] = numbers
    const counts =
      were === undefined || are === undefined || were === are ? '' : ` (${were} then, ${are} now)`
    return [`${parts[name]}${counts}`]
  })
}

function isWithin(before: SeenPart | undefined, after: SeenPart | undefined, percent: number): boolean {
  const [were, are] = [before?.number, after?.number]
  if (percent === 0 || were === undefined || are === undefined) return false
  return Math.abs(are - were) * 100 <= were * percent
}
