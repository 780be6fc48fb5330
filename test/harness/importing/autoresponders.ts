import { expect } from 'vitest'
import { readSunk } from '../smtp/sink.ts'
import { byDay } from '../night.ts'
import { until } from '../core/until.ts'
import { anOrganizationOf, aWholeServer, type Call } from '../core/whole-server.ts'

/** An import into a list whose autoresponders react to new subscribers. */

const existing = Array.from({ length: 100 }, (_, index) => `old${index + 1}@example.com`)
export const rowsMax = byDay(720, 2_000)

const left = 'left@example.com'

/** Rows of all kinds, and the model of who is new and active after them. */
function rowsAndNewcomers(): { content: string; newcomers: string[]; rows: number } {
  const rows: string[] = []
  const newcomers: string[] = []
  for (let number = 1; rows.length < rowsMax; number += 1) {
    if (number === 700) rows.push(`${left},active`)
    else if (number % 25 === 3) rows.push(`not an address ${number},active`)
    else if (number % 20 === 5) rows.push(`${existing[(number / 5) % existing.length] ?? ''},active`)
    else if (number % 50 === 7) rows.push(`never${number}@example.com,unsubscribed`)
    else if (number % 10 === 0) rows.push(`${(newcomers.at(-1) ?? '').toUpperCase()},active`)
    else {
      newcomers.push(`new${number}@example.com`)
      rows.push(`${newcomers.at(-1)},active`)
    }
  }
  return { content: rows.join('\n'), newcomers, rows: rows.length }
}

async function runImport(call: Call, listId: number, content: string, more: object = {}): Promise<number> {
  const { id } = await call<{ id: number }>('POST', `mailing_lists/${listId}/subscriber_imports`, {
    subscriber_import: {
      column_mapping: ['email', 'status'],
      file_format: { csv_has_headers: false },
      file_source: { type: 'json', content },
      ...more,
    },
  })
  return id
}

async function importEnded(call: Call, id: number) {
  type Shown = { state: string; stats: { number_of_records: number; subscribers: { added: number } } }
  const show = () => call<Shown>('GET', `subscriber_imports/${id}`)
  await until(async () => (await show()).state === 'finished', { seconds: 120 })
  return (await show()).stats
}

async function autoresponders(call: Call, listId: number) {
  const make = async (name: string, more: object) => {
    const autoresponder = {
      name,
      content_subject: name,
      content_format: 'text',
      content_text: `${name} to %%subscribers_email_address%%`,
      ...more,
    }
    const path = `mailing_lists/${listId}/autoresponders`
    return (await call<{ id: number }>('POST', path, { autoresponder })).id
  }
  const subscription = { trigger: 'subscription', trigger_include_subscribers_from_import: true }
  return {
    Now: await make('Now', subscription),
    Minute: await make('Minute', {
      ...subscription,
      delay: 'with_delay',
      delay_amount: 1,
      delay_unit: 'minutes',
    }),
    Paused: await make('Paused', { ...subscription, paused: true }),
    Named: await make('Named', { trigger: 'api' }),
    // None of them is sent.
    Quiet: await make('Quiet', { trigger: 'subscription' }),
    Other: await make('Other', { trigger: 'api' }),
  }
}

export async function anImportWithAutoresponders() {
  const server = await aWholeServer()
  const organization = await anOrganizationOf(server, { name: 'Acme' })
  const { call } = organization
  const mailing_list = { name: 'Members', d_from_email: 'news@news.example' }
  const { id: listId } = await call<{ id: number }>('POST', 'mailing_lists', { mailing_list })
  const before = [...existing.map((email) => `${email},active`), `${left},unsubscribed`].join('\n')
  await importEnded(call, await runImport(call, listId, before))
  const ids = await autoresponders(call, listId)
  const { content, newcomers, rows } = rowsAndNewcomers()
  const importId = await runImport(call, listId, content, {
    autoresponders: { api: { trigger_new: { id: ids.Named } } },
  })
  const owed = async (...names: (keyof typeof ids)[]) => {
    const [row] = await server.sql<{ owed: number }[]>`
      select count(*)::integer as owed from autoresponder_reactions
      where autoresponder_id = any(${names.map((name) => ids[name])})`
    return row?.owed ?? 0
  }
  return {
    ...server,
    call,
    listId,
    ids,
    newcomers,
    owed,
    importEnded: async () => {
      const stats = await importEnded(call, importId)
      expect(stats.number_of_records).toBe(rows)
      expect(stats.subscribers.added).toBeGreaterThan(newcomers.length)
    },
    sent: (...names: (keyof typeof ids)[]) =>
      until(async () => (await owed(...names)) === 0, { seconds: 120 }),
    minuteLater: async () => {
      await server.sql`
        with passed as materialized (
          select organization_id, id, due_at - interval '61 seconds' as due_at,
            leased_until - interval '61 seconds' as leased_until
          from autoresponder_reactions where organization_id = ${organization.id})
        update autoresponder_reactions r set due_at = p.due_at, leased_until = p.leased_until
        from passed p where r.organization_id = ${organization.id} and r.id = p.id`
      await server.sql`update reaction_turns set waits_until = null`
      await server.sql`select pg_notify('sending', '')`
    },
    received: async () => {
      const messages = await Promise.all(server.sink.messages.map(readSunk))
      return messages.map(({ subject, to, messageId }) => ({
        line: `${subject} to ${to?.[0]?.address}`,
        messageId,
      }))
    },
    expected: (...names: (keyof typeof ids)[]) =>
      names.flatMap((name) => newcomers.map((email) => `${name} to ${email}`)).toSorted(),
    uncertain: async (name: keyof typeof ids) => {
      const path = `mailing_lists/${listId}/autoresponders/${ids[name]}/uncertain_deliveries?per_page=500`
      return (
        await call<
          {
            email: string
          }[]
        >('GET', path)
      ).map(({ email }) => `${name} to ${email}`)
    },
    reported: async () => {
      const rows = await server.sql<
        {
          name: string
          sent: number
        }[]
      >`
        select a.name, sum(m.messages)::integer as sent from messages_sent_by_quarter_hour m
        join autoresponders a on a.organization_id = m.organization_id and a.id = m.autoresponder_id group by a.name order by a.name`
      return Object.fromEntries(rows.map(({ name, sent }) => [name, sent]))
    },
  }
}
