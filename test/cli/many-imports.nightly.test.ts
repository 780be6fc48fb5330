import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aMachine, noteRows } from '../harness/acceptance/machines.ts'
import { anOrganizationOf, aWholeServer, callerOf } from '../harness/core/whole-server.ts'
import { until } from '../harness/core/until.ts'
import { areAllEnded } from '../harness/importing/mixed.ts'
import { figure } from '../harness/watching/figure.ts'

const secrets = { SECRET_KEY: '0123456789abcdef'.repeat(4), SERVER_IDENTITY: 'production' }
const imports = 12
const rows = 2_000

test('two servers with directories of their own: of many imports from requests and urls, posted to both, none fails', async () => {
  const source = await aSource()
  const whole = await aWholeServer(
    {},
    { ...secrets, STORAGE_URL: 'database:', IMPORT_URL_ALLOW: `127.0.0.1:${source}` },
  )
  const rowsDone = await noteRows(whole.sql)
  const second = await aMachine(whole, 'second', { command: 'serve', isApart: true })
  const [, secondUrl = ''] = await second.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const { credential } = await anOrganizationOf(whole, { name: 'Acme' })
  const first = callerOf(whole.url, credential)
  const other = callerOf(secondUrl, credential)

  const lists: number[] = []
  for (let index = 0; index < 2 * imports; index += 1) {
    const list = await first<{ id: number }>('POST', 'mailing_lists', {
      mailing_list: { name: `List ${index}` },
    })
    lists.push(list.id)
  }
  await Promise.all(
    lists.map((listId, index) => {
      // Each of both kinds to each server.
      const call = index % 4 < 2 ? first : other
      const file_source =
        index % 2 === 0
          ? { type: 'json', content: contentOf(index) }
          : { type: 'url', url: `http://127.0.0.1:${source}/${index}` }
      return call('POST', `mailing_lists/${listId}/subscriber_imports`, {
        subscriber_import: { column_mapping: ['email'], begins_at: 'now', file_source },
      })
    }),
  )
  await until(() => areAllEnded(whole.sql))
  expect(
    await whole.sql`select state, added, error_message from import_jobs
      where state <> 'finished' or added <> ${rows}`,
  ).toEqual([])
  const [{ people }] = await whole.sql<[{ people: number }]>`select count(*) as people from subscribers`
  expect(people).toBe(2 * imports * rows)
  const done = await rowsDone()
  const ofEach = [whole.server.pid, second.pid].map((pid) => done.get(pid) ?? 0)
  for (const some of ofEach) expect(some).toBeGreaterThan(0)
  figure(
    `${imports} imports from requests and ${imports} from urls, ${ofEach.join(' and ')} rows: none failed`,
  )
})

function contentOf(index: number): string {
  return `email\n${Array.from({ length: rows }, (_, n) => `p${n}.${index}@example.com`).join('\n')}\n`
}

/** Answers `/N` with the file N. @returns its port. */
async function aSource(): Promise<number> {
  const server = createServer((call, reply) => reply.end(contentOf(Number(call.url?.slice(1)))))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
