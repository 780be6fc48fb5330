import { expect, test } from 'vitest'
import { problemsOf } from '../../../console/jobs/problems.ts'
import type { Health } from '../../../src/contract/jobs/health.ts'

const well: Health = {
  version: '1.2.3',
  checked_at: '2026-06-01T12:00:00Z',
  warnings: [],
  processes: [
    { name: 'a:1', part: 'mail', imports: false, seen_at: '2026-06-01T12:00:00Z', running: true },
    { name: 'a:2', part: 'server', imports: true, seen_at: '2026-06-01T12:00:00Z', running: true },
  ],
  import_workers: 1,
  queues: [{ name: 'imports', waiting: 1, running: 0, oldest_due_at: '2026-06-01T11:50:00Z' }],
  disk: { free_bytes: 50, total_bytes: 100, spool_bytes: 1 },
  last_backup_at: '2026-05-31T12:00:00Z',
  database: {
    version: '17.0',
    size_bytes: 1,
    connections: 10,
    connections_max: 100,
    oldest_transaction_seconds: 1,
  },
}

test('a server that is well has no problems on the page of its health', () => {
  expect(problemsOf(well)).toEqual([])
})

test('a server that is held says so first', () => {
  const held = 'This database belongs to another server or another data directory; it may be a copy.'
  const [first, ...others] = problemsOf({ ...well, warnings: [held], import_workers: 0 })
  expect(first).toBe(held)
  expect(others).toEqual([expect.stringContaining('No import worker is connected')])
})

test.each<[string, Partial<Health>]>([
  ['No thread that sends', { processes: well.processes.filter(({ part }) => part !== 'mail') }],
  ['No thread that sends', { processes: well.processes.map((one) => ({ ...one, running: false })) }],
  ['the oldest has been waiting', { queues: well.queues.map((one) => ({ ...one, oldest_due_at: '2026-06-01T11:40:00Z' })) }], // oxfmt-ignore
  ['is free on the disk', { disk: { ...well.disk, free_bytes: 9 } }],
  ['A transaction has been open', { database: { ...well.database, oldest_transaction_seconds: 601 } }],
  ['database connections are in use', { database: { ...well.database, connections: 91 } }],
  ['The last recorded backup', { last_backup_at: '2026-05-20T12:00:00Z' }],
])('the page of the health says: %s', (words, change) => {
  expect(problemsOf({ ...well, ...change })).toEqual([expect.stringContaining(words)])
})
