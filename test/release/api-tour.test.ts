import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../harness/core/embedded.ts'
import { aServer } from '../harness/core/server.ts'

test('the lines of the API tour add, update, find and greet one person', async () => {
  const { url, a, sql, faults } = await aServer()
  const page = await readFile(path.join(root, 'docs/api-tour.md'), 'utf8')
  const [, ...blocks] = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
  // Each answer on a line of its own.
  const script = blocks.join('').replace('"$@"; }', '-w "\\n" "$@"; }')
  const env = { PATH: process.env['PATH'] ?? '', QUIVER_API_KEY: a.credential, API: `${url}/ga/api/v2` }
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env })
  const answers = stdout.trim().split('\n').map((line) => JSON.parse(line)) // oxfmt-ignore
  expect(answers.map(({ success, warnings }) => [success, warnings])).toEqual(
    answers.map(() => [true, undefined]),
  )
  const [, , added, updated, batch, found, changed, greeted, sent] = answers
  expect(updated.data).toMatchObject({ id: added.data.id, custom_fields: { City: { value: 'Rome' } } })
  expect(batch.data.counts).toEqual({ updated: 1, added: 1, failed: 1 })
  expect(found.data).toMatchObject([{ id: added.data.id, custom_fields: { City: { value: 'Bonn' } } }])
  expect(changed.data).toHaveLength(2)
  expect(sent.data).toMatchObject([{ id: greeted.data.id }])
  expect(await sql`select count(*)::int as people from subscribers`).toMatchObject([{ people: 2 }])
  expect(faults).toEqual([])
})
