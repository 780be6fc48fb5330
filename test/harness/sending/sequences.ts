import { byPerson } from '../returned/programs.ts'
import { newStep, type StepValues } from '../../../src/contract/autoresponders/sequence-rules.ts'
import { insertStep } from '../../../src/store/autoresponders/sequence-steps.ts'
import { recordClicks, recordOpens } from '../../../src/store/responses/visits.ts'
import { aReactor, owe, someSubscribers, type Reactor } from './reactions.ts'
import { earlier, setEarlier } from '../postgres/earlier.ts'

/** An autoresponder, "Hello", with steps on a list of its own. */
export async function aSequence(steps: Partial<StepValues>[], given?: Parameters<typeof aReactor>[0]) {
  const reactor = await aReactor(given)
  const { sql, organizationId } = reactor
  const listId = await reactor.list()
  const id = await reactor.autoresponder(listId)
  const add = (values: Partial<StepValues>) => addStep(reactor, { id, mailing_list_id: listId }, values)
  const stepIds: number[] = []
  for (const values of steps) stepIds.push(await add(values))
  return {
    ...reactor,
    reactor,
    listId,
    id,
    stepIds,
    add,
    people: (names: readonly string[]) => someSubscribers(reactor, listId, names),
    /** Each gets the first message as soon as somebody works. */
    enter: (ids: readonly number[]) => owe(reactor, id, ids),
    /** As if so many hours had passed. */
    pass: (hours: number) => {
      const times = ['due_at', 'next_attempt_at']
      return setEarlier(sql, { table: 'autoresponder_reactions', times }, `${hours} hours`)
    },
    opened: (autoresponderId: number, subscriberId: number) =>
      sql.begin((tx) => {
        const where = { listId, source: { autoresponderId } }
        return recordOpens(tx, organizationId, where, [{ subscriberId, ip: null, seen: byPerson }])
      }),
    clicked: async (autoresponderId: number, subscriberId: number) => {
      const [link] = await sql<{ id: number }[]>`
        insert into tracked_links (organization_id, autoresponder_id, url)
        values (${organizationId}, ${autoresponderId}, 'https://example.com/' || gen_random_uuid()) returning id`
      // A click in the first seconds is no person's.
      await sql`update deliveries set ${earlier(sql, ['sent_at'], '1 hour')}
        where organization_id = ${organizationId} and autoresponder_id = ${autoresponderId}`
      const where = { listId, source: { autoresponderId } }
      const hit = { subscriberId, ip: null, linkId: link?.id ?? 0, seen: byPerson }
      await sql.begin((tx) => recordClicks(tx, organizationId, where, [hit]))
    },
    /** `step of person`, by person. */
    places: async () => {
      const rows = await sql<{ place: string }[]>`
        select a.name || ' of ' || split_part(s.key, '@', 1) as place from autoresponder_reactions r
        join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id
        join subscribers s on s.organization_id = r.organization_id and s.id = r.subscriber_id
        where r.sequence_id = ${id} order by s.key`
      return rows.map(({ place }) => place)
    },
  }
}

export type SequenceWorld = Awaited<ReturnType<typeof aSequence>>

async function addStep(
  { sql, organizationId }: Reactor,
  sequence: { id: number; mailing_list_id: number },
  values: Partial<StepValues>,
): Promise<number> {
  const content = {
    content_subject: values.name ?? '',
    content_format: 'text' as const,
    content_text: 'Hello.',
  }
  return sql
    .within(organizationId)
    .begin((tx) =>
      insertStep(tx, organizationId, { ...sequence, paused: false }, { ...newStep, ...content, ...values }),
    )
}
