import { expect, onTestFailed } from 'vitest'
import type { Database, Sql } from '../../../src/database/driver/connection.ts'
import { defaultPace } from '../../../src/sending/environment.ts'
import { expectImport } from '../oracle/import.ts'
import { putSubscribers } from '../importing/existing.ts'
import { areAllEnded, expectMixed, onlyActive, type MixedImport } from '../importing/mixed.ts'
import { people } from '../sending/world.ts'
import { startQuiver, type Running } from '../core/command.ts'
import { aDataDirectory } from '../core/embedded.ts'
import { aMixedCase, wholeNumber } from '../core/files.ts'
import { until } from '../core/until.ts'
import type { Call, WholeServer } from '../core/whole-server.ts'

/** Several machines that work with one database: who holds what, and whether each row and message was done once. */

export type Machine = Running & { name: string }

/** Starts another one beside the first, which has its name in `EHLO_NAME`. */
export async function aMachine(
  { environment }: WholeServer,
  name: string,
  { command, isApart }: { command: 'serve' | 'worker'; isApart: boolean },
): Promise<Machine> {
  const running = await startQuiver([command], {
    ...environment,
    ...(isApart && { DATA_DIR: await aDataDirectory() }),
    PORT: '0',
    BOUNCE_PORT: '0',
    METRICS_PORT: '0',
    EHLO_NAME: `${name}.example.com`,
  })
  await running.seen(/ready: http\S+\n|workers are running/)
  // Without it its error output would be lost.
  onTestFailed(async () => {
    running.kill('SIGKILL')
    console.error(name, (await running.ended).stderr.slice(0, 5000))
  })
  return { ...running, name }
}

export type Work = { imports: MixedImport[]; campaign: { id: number; listId: number; recipients: number } }

/** Imports of mixed files and a campaign to a list of its own. @param organization `call`, by its credential, begins them. */
export async function beginWork(
  sql: Sql,
  organization: { id: number; call: Call },
  { files, rows, recipients }: { files: number; rows: number; recipients: number },
): Promise<Work> {
  const { call } = organization
  const listId = await newList(call, 'Readers')
  await people(sql, organization.id, listId, recipients)
  const prepared: (() => Promise<MixedImport>)[] = []
  for (let seed = 1; seed <= files; seed += 1) {
    prepared.push(await anImport(sql, organization, { rows, seed }))
  }
  // All at once, or the first would be over before the last begins.
  const [campaign, ...imports] = await Promise.all([
    call<{ id: number }>('POST', `mailing_lists/${listId}/campaigns`, {
      campaign: {
        name: 'Hello',
        segmentation_criteria_ad_hoc: [],
        contents: [{ subject: 'Hello', format: 'text', text: 'Hello. %%unsubscribe_link%%' }],
        dispatch_attributes: { from_name: 'Example', from_email: 'news@example.com', begins_at: 'now' },
      },
    }),
    ...prepared.map((begin) => begin()),
  ])
  return { imports, campaign: { id: campaign.id, listId, recipients } }
}

function newList(call: Call, name: string): Promise<number> {
  return call<{ id: number }>('POST', 'mailing_lists', { mailing_list: { name } }).then(({ id }) => id)
}

/** Into a list of its own. @returns begins it. */
export async function anImport(
  sql: Sql,
  { id: organizationId, call }: { id: number; call: Call },
  { rows, seed }: { rows: number; seed: number },
): Promise<() => Promise<MixedImport>> {
  const listId = await newList(call, `File ${seed}`)
  const { content, mapping, before } = aMixedCase(rows, seed)
  const newField = (custom_field: object) =>
    call<{ id: number }>('POST', `mailing_lists/${listId}/custom_fields`, { custom_field })
  const name = await newField({ name: 'Name', field_type: 'text' })
  await newField({ name: 'Score', field_type: 'number' })
  await putSubscribers(sql, organizationId, listId, before, { Name: name.id })
  const fields = { Score: wholeNumber }
  const oracle = expectImport(
    { file: content, mapping, overwrite: true, whenStatus: onlyActive, fields },
    before,
  )
  return async () => {
    const { id } = await call<{ id: number }>('POST', `mailing_lists/${listId}/subscriber_imports`, {
      subscriber_import: {
        column_mapping: mapping,
        overwrite: true,
        overwrite_what: { custom_fields: true },
        overwrite_when_status: onlyActive,
        file_source: { type: 'json', content },
      },
    })
    return { organizationId, listId, importId: id, before, oracle }
  }
}

/** Imports that have begun to write, and campaigns, whose lease a process has. */
type Holdings = { imports: number; campaigns: number }

export async function holdingsOf(sql: Sql, { pid }: Machine): Promise<Holdings> {
  const [held] = await sql<[Holdings]>`
    select (select count(*) from import_jobs where leased_until is not null and state = 'importing'
        and records_imported > 0 and split_part(worker, ':', 2) = ${String(pid)}) as imports,
      (select count(*) from jobs where leased_until is not null and state = 'sending'
        and split_part(worker, ':', 2) = ${String(pid)}) as campaigns`
  return held
}

/** One that is in the middle of an import and, if not said otherwise, of the campaign. */
export async function theBusiest<Some extends Machine>(
  sql: Sql,
  machines: readonly Some[],
  { campaigns: campaignsMin } = { campaigns: 1 },
): Promise<Some> {
  let found: Some | undefined
  await until(
    async () => {
      for (const machine of machines) {
        const { imports, campaigns } = await holdingsOf(sql, machine)
        if (imports > 0 && campaigns >= campaignsMin) found = machine
      }
      return found !== undefined
    },
    { seconds: 120 },
  )
  if (found === undefined) throw new Error('Nobody has both.')
  return found
}

/** The database notes from now on how many rows each process has imported. @returns reads them by process id. */
export async function noteRows(sql: Database): Promise<() => Promise<Map<number, number>>> {
  await sql`create table rows_done (pid integer, rows integer)`
  await sql`
    create function note_rows() returns trigger language plpgsql security definer as $$
    begin
      insert into public.rows_done
        values (split_part(new.worker, ':', 2)::integer, new.progress - old.progress);
      return null;
    end $$`
  await sql`
    create trigger note_rows after update of progress on jobs
    for each row when (new.progress > old.progress and new.kind = 'SubscriberImport') execute function note_rows()`
  return async () => {
    const rows = await sql<{ pid: number; rows: number }[]>`
      select pid, sum(rows)::integer as rows from rows_done group by pid`
    return new Map(rows.map((row) => [row.pid, row.rows]))
  }
}

/**
 * Waits until all is done. Every row counts once as the oracle says; every recipient has one message or is listed as
 * uncertain, and gets one when the uncertain ones are sent again.
 * @param deaths of processes that may have held the campaign
 */
export async function expectOnce(
  { sql, sink }: Pick<WholeServer, 'sql' | 'sink'>,
  call: Call,
  { imports, campaign }: Work,
  deaths: number,
): Promise<{ uncertain: number }> {
  const { id, recipients } = campaign
  const isSent = async () =>
    (await sql`select 1 from campaigns where id = ${id} and state = 'finished'`).length
  await until(async () => (await areAllEnded(sql)) && (await isSent()) === 1, { seconds: 300 })
  for (const one of imports) await expectMixed(sql, one)
  const states = await statesOf(sql, campaign)
  const arrived = () => new Set(sink.messages.map(({ to }) => to))
  const before = arrived()
  expect(sink.messages.length, 'nothing is sent twice by itself').toBe(before.size)
  const lost = [...states].filter(
    ([key, state]) => state !== 'uncertain' && !(state === 'accepted' && before.has(key)),
  )
  expect(lost, 'without a message and without a word about it').toEqual([])
  const uncertain = new Set([...states].filter(([, state]) => state === 'uncertain').map(([key]) => key))
  expect(states.size).toBe(recipients)
  expect(uncertain.size).toBeLessThanOrEqual(deaths * defaultPace.batchMax * defaultPace.batchesAtOnce)
  if (uncertain.size > 0) {
    expect(await call('POST', `campaigns/${id}/resend_uncertain`)).toMatchObject({ resent: uncertain.size })
    const isAccepted = async () =>
      [...(await statesOf(sql, campaign)).values()].every((state) => state === 'accepted')
    await until(isAccepted, { seconds: 120 })
  }
  expect(arrived().size).toBe(recipients)
  const again = sink.messages.map(({ to }) => to).filter((to, at, all) => all.indexOf(to) !== at)
  expect(
    again.filter((to) => !uncertain.has(to)),
    'only what was listed is repeated',
  ).toEqual([])
  return { uncertain: uncertain.size }
}

async function statesOf(sql: Sql, { id, listId }: Work['campaign']): Promise<Map<string, string | null>> {
  const rows = await sql<{ key: string; state: string | null }[]>`
    select s.key, d.state from subscribers s
    left join deliveries d on d.organization_id = s.organization_id and d.campaign_id = ${id} and d.subscriber_id = s.id
    where s.mailing_list_id = ${listId}`
  return new Map(rows.map(({ key, state }) => [key, state]))
}

/** `name: 120000 rows, 3000 messages` of each. */
export function whatEachDid(
  machines: readonly Pick<Machine, 'pid' | 'name'>[],
  rowsDone: Map<number, number>,
  { sink }: Pick<WholeServer, 'sink'>,
): string {
  return machines
    .map(({ pid, name }) => {
      const sent = sink.messages.filter(({ ehlo }) => ehlo === `${name}.example.com`).length
      return `${name}: ${rowsDone.get(pid) ?? 0} rows, ${sent} messages`
    })
    .join('; ')
}
