import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSegment } from '../../src/contract/segments/endpoints.ts'
import { createSubscriber } from '../../src/contract/subscribers/endpoints.ts'
import { aShop, quiver } from '../harness/core/command.ts'

test('quiver export writes the chosen subscribers of a list, named by its name, to a file or to standard output', async () => {
  const { client, environment, dataDir, list } = await aShop()
  const params = { mailing_list_id: Number(list) }
  for (const [email, status] of [
    ['ann@example.com', 'active'],
    ['bo@example.com', 'unsubscribed'],
  ] as const) {
    const custom_fields = { 'First name': `${email.slice(0, 2)}, "x"` }
    await client.call(createSubscriber, { params, body: { email, status, custom_fields } })
  }
  await client.call(createSegment, { params, body: { name: 'Readers', clauses: [] } })
  const path = join(dataDir, 'out.csv')
  const whole = await quiver(
    ['export', 'newsletter', '--columns', 'email, "First name"', '-o', path],
    environment,
  )
  expect([whole.code, whole.stdout]).toEqual([0, ''])
  expect(whole.stderr).toContain(`2 subscribers, 72 bytes in ${path}.`)
  expect(await readFile(path, 'utf8')).toBe(
    'email,First name\nann@example.com,"an, ""x"""\nbo@example.com,"bo, ""x"""\n',
  )
  const some = [
    '--segment',
    'readers',
    '--status',
    'active',
    '--format',
    'jsonl',
    '--columns',
    'email',
    '-o',
    '-',
  ]
  const lines = await quiver(['export', list, ...some], environment)
  expect([lines.code, lines.stdout]).toEqual([0, '{"email":"ann@example.com"}\n'])
  const unknown = await quiver(['export', list, '--columns', 'emial'], environment)
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean "email"?')])
  const missing = await quiver(['export', 'Newsletters'], environment)
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('Did you mean Newsletter?')])
})
