import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, type Client } from '../../src/client/api.ts'
import { createSubscriberImport, showSubscriberImport } from '../../src/contract/imports/endpoints.ts'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { createSubscriber, listSubscribers } from '../../src/contract/subscribers/endpoints.ts'
import { createUser } from '../../src/contract/users/endpoints.ts'
import { aQuiverServer, quiver, startQuiver } from '../harness/core/command.ts'
import { aDataDirectory, root } from '../harness/core/embedded.ts'
import { until } from '../harness/core/until.ts'
import { startSmtpSink } from '../harness/smtp/sink.ts'
import {
  aFolder,
  aMachine,
  bin,
  encodedPassword,
  password,
  startNew,
  type Machine,
} from './debian-postgres.ts'

/** The blocks between two headings of docs/operating.md, with only what a reader must fill in changed. */
async function blocksOf(from: string, to: string, backups: string): Promise<(word: string) => string> {
  const text = await readFile(path.join(root, 'docs/operating.md'), 'utf8')
  const section = text.slice(text.indexOf(`\n${from}\n`), text.indexOf(`\n${to}\n`))
  const [today = ''] = new Date().toISOString().split('T')
  const blocks = [...section.matchAll(/```(?:sh|sql|ini)\n([^]*?)```/g)].map(([, block = '']) =>
    block
      .replaceAll(/(postgres:\/\/\w+):…/g, `$1:${encodedPassword}`)
      .replaceAll('…', password)
      .replaceAll('/var/backups', backups)
      .replaceAll('2026-11-23', today),
  )
  return (word) => {
    const found = blocks.filter((block) => block.includes(word))
    if (found.length !== 1) throw new Error(`${found.length} blocks have ${word}`)
    return found[0] ?? ''
  }
}

type Backups = { folder: string; of: Awaited<ReturnType<typeof blocksOf>>; roles: string }

async function theBlocks(): Promise<Backups> {
  const folder = await aFolder()
  const roles = await blocksOf('## A PostgreSQL of your own', '### PgBouncer', folder)
  const of = await blocksOf('## Backups', '## Upgrades', folder)
  return { folder, of, roles: roles('create role quiver_app') }
}

/** As in /etc/quiver.env, and the command in the path. */
async function environmentAt(machine: Machine) {
  const folder = await aFolder()
  const main = path.join(root, 'dist/cli/main.js')
  await writeFile(path.join(folder, 'quiver'), `#!/bin/sh\nexec node "${main}" "$@"\n`)
  await chmod(path.join(folder, 'quiver'), 0o755)
  return {
    PATH: `${folder}:${bin}:${process.env['PATH'] ?? ''}`,
    DATABASE_URL: machine.urlOf('quiver'),
    DATABASE_OWNER_URL: machine.urlOf('quiver_owner'),
    DATA_DIR: await aDataDirectory(),
  }
}

/** A list with Ann, an import that nobody has done, and an invitation that nobody has sent: the server has no workers. */
async function aServerWithWorkLeft(environment: Record<string, string>) {
  const server = await aQuiverServer(environment, ['--only', 'http'])
  const client = createClient(server)
  const { data: list } = await client.call(createMailingList, { body: { name: 'Members' } })
  await add(client, list.id, 'ann@example.com')
  const { data } = await client.call(createSubscriberImport, {
    params: { mailing_list_id: list.id },
    body: { column_mapping: ['email'], file_source: { type: 'json', content: 'email\nben@example.com\n' } },
  })
  await client.call(createUser, {
    body: { full_name: 'Cleo', email: 'cleo@example.com', role: 'organization_admin', active: true },
  })
  return { server, client, listId: list.id, importId: data.id }
}

async function add(client: Client, mailing_list_id: number, email: string): Promise<void> {
  await client.call(createSubscriber, { params: { mailing_list_id }, body: { email } })
}

/** The restored server, with its workers, and all mail that leaves it. */
async function startCopy(environment: Record<string, string>, credential: string) {
  const sink = await startSmtpSink()
  onTestFinished(() => sink.stop())
  const running = await startQuiver(['serve'], { ...environment, SMTP_URL: sink.url, PORT: '0' })
  const [, url = ''] = await running.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const client = createClient({ url, credential })
  const ready = (await (await fetch(`${url}/readyz`)).json()) as { data: { warnings: string[] } }
  return { client, sink, warnings: ready.data.warnings }
}

async function emailsIn(client: Client, mailing_list_id: number): Promise<string[]> {
  const { data } = await client.call(listSubscribers, { params: { mailing_list_id } })
  return data.map(({ email }) => email).toSorted()
}

test.skipIf(bin === undefined)(
  'the commands of the documents for a PostgreSQL of your own make a backup, and a copy elsewhere that stays quiet',
  async () => {
    const [first, second, blocks] = await Promise.all([aMachine(), aMachine(), theBlocks()])
    await startNew(first)
    await first.psql(blocks.roles)
    const environment = await environmentAt(first)
    const { server, listId, importId } = await aServerWithWorkLeft(environment)
    await first.psql(blocks.of('quiver_backup login'))
    await first.shell(blocks.of('pg_dump'), environment)
    expect((await quiver(['doctor'], environment)).stdout).not.toMatch(/PROBLEM.*backup/)
    server.kill('SIGTERM')
    await server.ended

    await startNew(second)
    await second.psql(blocks.roles)
    // The roles exist, and the database is to be made.
    await second.psql('drop database quiver')
    const elsewhere = await environmentAt(second)
    // The doctor finds fault with root, and with a database that does not wait for its disk.
    const doctor = await second.shell(blocks.of('pg_restore'), elsewhere).catch(String)
    expect(doctor).toContain('The database is up to date.')
    const copy = await startCopy(elsewhere, server.credential)
    expect(copy.warnings).toContain('held')
    expect((await quiver(['doctor'], elsewhere)).stdout).toContain(
      'PROBLEM  This database belongs to another',
    )
    await until(async () => {
      const { data } = await copy.client.call(showSubscriberImport, { params: { id: importId } })
      return data.state === 'finished'
    })
    expect(await emailsIn(copy.client, listId)).toEqual(['ann@example.com', 'ben@example.com'])
    expect(copy.sink.counts.connections).toBe(0)
    expect((await quiver(['confirm-copy'], elsewhere)).stdout).toContain('sends from now on')
    await until(() => copy.sink.messages.length > 0)
    expect(copy.sink.messages.map(({ to }) => to)).toEqual(['cleo@example.com'])
  },
  300_000,
)

test.skipIf(bin === undefined)(
  'the commands of the documents bring a PostgreSQL back to a moment between dumps, and it stays quiet',
  async () => {
    const [first, second, blocks] = await Promise.all([aMachine(), aMachine(), theBlocks()])
    await first.shellOfPostgres(`mkdir '${blocks.folder}/wal'`)
    await startNew(first, blocks.of('archive_command'))
    await first.psql(blocks.roles)
    const environment = { ...(await environmentAt(first)), SERVER_IDENTITY: 'production' }
    const { server, client, listId } = await aServerWithWorkLeft(environment)
    await first.shellOfPostgres(blocks.of('pg_basebackup'))
    await add(client, listId, 'before@example.com')
    const moment = (await first.psql('select clock_timestamp()')).trim()
    await add(client, listId, 'after@example.com')
    const segment = (await first.psql('select pg_walfile_name(pg_switch_wal())')).trim()
    const archived = `select last_archived_wal >= '${segment}' from pg_stat_archiver`
    await until(async () => (await first.psql(archived)).trim() === 't')
    server.kill('SIGTERM')
    await server.ended

    const back = blocks.of('recovery_target_time').replace(/\d{4}-\d\d-\d\d 14:05:00\+00/, moment)
    expect(back).toContain(moment)
    await second.shellOfPostgres(`mkdir "$PGDATA"`)
    // The port is that of the first machine until then.
    await second.shellOfPostgres(
      back.replace('pg_ctl', `echo 'port = ${second.port}' >> "$PGDATA"/postgresql.auto.conf; pg_ctl`),
    )
    await until(async () => (await second.psql('select pg_is_in_recovery()')).trim() === 'f')
    // As /etc/quiver.env of several machines has it.
    const secrets = { SECRET_KEY: await secretOf(environment), SERVER_IDENTITY: 'production' }
    const copy = await startCopy({ ...(await environmentAt(second)), ...secrets }, server.credential)
    expect(copy.warnings).toContain('held_restored')
    expect(copy.warnings).not.toContain('held')
    expect(await emailsIn(copy.client, listId)).toEqual(['ann@example.com', 'before@example.com'])
  },
  300_000,
)

test.skipIf(bin === undefined)(
  'the commands of the documents rehearse a recovery twice in a row, and nothing of production or its archive changes',
  async () => {
    const [first, blocks] = await Promise.all([aMachine(), theBlocks()])
    await first.shellOfPostgres(`mkdir '${blocks.folder}/wal'`)
    await startNew(first, blocks.of('archive_command'))
    await first.psql(`create database quiver; create extension pg_stat_statements`)
    await first.psql('create table work (at timestamptz default clock_timestamp(), what text)', 'quiver')
    await first.shellOfPostgres(blocks.of('pg_basebackup'))
    const archived = async () => {
      const segment = (await first.psql('select pg_walfile_name(pg_switch_wal())')).trim()
      const isThere = `select last_archived_wal >= '${segment}' from pg_stat_archiver`
      await until(async () => (await first.psql(isThere)).trim() === 't')
      return (await readdir(path.join(blocks.folder, 'wal'))).toSorted()
    }
    const rehearse = async (moment: string | null) => {
      const machine = await aMachine()
      await machine.shellOfPostgres(`mkdir "$PGDATA"`)
      const back = blocks
        .of('recovery_target_time')
        .replace(/recovery_target_time = .*\n/, moment === null ? '' : `recovery_target_time = '${moment}'\n`)
        .replace('pg_ctl', `echo 'port = ${machine.port}' >> "$PGDATA"/postgresql.auto.conf; pg_ctl`)
      await machine.shellOfPostgres(back)
      await machine.shellOfPostgres(blocks.of('pg_is_in_recovery'))
      await machine.shellOfPostgres(blocks.of('vacuumdb'))
      return machine
    }
    const rows = async (machine: Machine) =>
      (await machine.psql('select what from work order by at', 'quiver')).trim().split('\n')

    await first.psql(`insert into work (what) values ('before')`, 'quiver')
    const moment = (await first.psql('select clock_timestamp()')).trim()
    await first.psql(`insert into work (what) values ('after')`, 'quiver')
    const before = await archived()
    const copy = await rehearse(moment)
    expect(await rows(copy)).toEqual(['before'])
    // It writes and switches files of its log, as a server in use does.
    await copy.psql(`insert into work (what) values ('in the copy')`, 'quiver')
    await copy.psql('select pg_switch_wal(); checkpoint')
    await first.psql(`insert into work (what) values ('later')`, 'quiver')
    const now = await archived()
    expect(now.filter((name) => !before.includes(name)).every((name) => name.startsWith('00000001'))).toBe(
      true,
    )
    expect(now.filter((name) => name.endsWith('.history'))).toEqual([])
    expect(await rows(await rehearse(null))).toEqual(['before', 'after', 'later'])
    expect(await rows(await rehearse(moment))).toEqual(['before'])
    expect(await archived()).toSatisfy((names: string[]) =>
      names.every((name) => !name.startsWith('00000002')),
    )
  },
  300_000,
)

async function secretOf({ DATA_DIR }: { DATA_DIR: string }): Promise<string> {
  return (await readFile(path.join(DATA_DIR, 'secret_key'), 'utf8')).trim()
}
