import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { detailLines, linesMax } from '../../../console/audit-events/detail-lines.ts'
import { auditWords } from '../../../console/words/audit/events.ts'

test('every kind of event in the table of docs/administration.md has words of its own', async () => {
  const text = await readFile(new URL('../../../docs/administration.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('| Subject ')
  const kinds = table.split('\n').flatMap((line) => {
    const [, subjects = '', names = ''] = line.split('|')
    const found = (cell: string) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name ?? '')
    return found(subjects).flatMap((subject) => found(names).map((name) => subject + name))
  })
  expect(kinds.length).toBeGreaterThan(50)
  expect(kinds.filter((kind) => !(kind in auditWords.kinds))).toEqual([])
})

test('every kind of event that a source names is in that table, and what it is about has a word', async () => {
  const table = await readFile(new URL('../../../docs/administration.md', import.meta.url), 'utf8')
  const root = fileURLToPath(new URL('../../../src', import.meta.url))
  const files = (await readdir(root, { recursive: true })).filter((one) => /(?<!\.test)\.ts$/.test(one))
  const texts = await Promise.all(files.map((one) => readFile(`${root}/${one}`, 'utf8')))
  const all = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found))
  const camel = (name: string) => name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
  const subjects = [...all(/subject_type: '(\w+)'/g), ...all(/ subject: '([a-z_]+)'/g).map(camel)]
  expect(subjects.length).toBeGreaterThan(60)
  expect(subjects.filter((name) => !(name in auditWords.subjects))).toEqual([])
  const resources = all(/ subject: '([a-z_]+)'/g).map((subject) => `${subject}.created`)
  const kinds = new Set([...all(/kind: '(\w+\.\w+)'/g), ...resources])
  expect(kinds.size).toBeGreaterThan(50)
  const isListed = (kind: string) => {
    const [subject, name] = kind.split('.')
    return table.split('\n').some((line) => line.includes(`\`${subject}.\``) && line.includes(`\`${name}\``))
  }
  expect([...kinds].filter((kind) => !isListed(kind))).toEqual([])
})

const beside = { names: { mailing_list_id: 'Newsletter' }, zone: 'Europe/Berlin' }
const linesOf = (details: Record<string, unknown>) => detailLines(details, beside)

test('what an event changed is told as lines of names and values, and cut after the first lines', () => {
  expect(linesOf({})).toEqual([])
  expect(linesOf({ mailing_list_id: 1234, from: 'active', to: 'scomp' })).toEqual([
    'active → complained',
    'list: Newsletter',
  ])
  expect(linesOf({ mailing_list_id: 3, to: 'active' })).toEqual(['→ active', 'list: Newsletter'])
  const changes = {
    role: { from: 'standard', to: 'organization_admin' },
    expires_at: { from: null, to: '2026-05-01' },
  }
  expect(linesOf({ changes })).toEqual(['role: standard user → administrator', 'ends: none → 2026-05-01'])
  expect(linesOf({ changed: ['time_zone_name', 'html_header'] })).toEqual([
    'Changed: time zone, above the content (HTML)',
  ])
  expect(linesOf({ people: 12_345, withdrawn: true, statuses: null, columns: ['email', 'City'] })).toEqual([
    'people: 12,345',
    'messages taken back: yes',
    'statuses: none',
    'columns: email, City',
  ])
  const people = Array.from({ length: 30 }, (_, id) => ({ subscriber_id: id, from: 'bounced', to: 'active' }))
  expect(linesOf({ changes: people }).slice(1)).toEqual([
    ...people.slice(1, linesMax).map(({ subscriber_id: id }) => `person ${id}: bounced → active`),
    'and 10 more',
  ])
  expect(linesOf({ filter: { kind: 'user.created', page: 2 } })).toEqual([
    'filter: kind user.created, page 2',
  ])
})

test('an event says names in place of ids and calls, what was before and after, and times in the zone', () => {
  expect(linesOf({ old: 0, new: 100_000, credits: 100_000 })).toEqual([
    'credits afterwards: 0 → 100,000',
    'credits: 100,000',
  ])
  expect(linesOf({ endpoint: 'showSendingCredits' })).toEqual(['Credits'])
  expect(linesOf({ endpoint: 'showOrganization' })).toEqual([])
  expect(linesOf({ campaign_id: 7, until: '2026-12-30T04:04:31.809Z' })).toEqual([
    'campaign: 7',
    'until: 30 Dec 2026, 05:04',
  ])
  expect(linesOf({ needs: ['api_key'], seen: 'ff9ba7' })).toEqual(['what: make or change an API key'])
})
