import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anImportApi } from '../../harness/importing/api.ts'

const megabyte = 1_048_576

function json(content: string) {
  return { file_source: { type: 'json', content } }
}

test('content of 10 MB is accepted and imported', async () => {
  const api = await anImportApi({ jsonBytesMax: 32 * megabyte })
  const row = `,${'x'.repeat(1024)}\n`
  const rows = Math.ceil((10 * megabyte) / row.length)
  const content = Array.from({ length: rows }, (_, index) => `person${index}@example.com${row}`).join('')
  const { status, body } = await api.create({
    ...json(content),
    column_mapping: ['email', ''],
    file_format: { csv_has_headers: false },
  })
  expect(status).toBe(200)
  await api.work({ rangeSize: { rows: 20_000, bytes: 4_194_304 } })
  expect((await api.show(body.data.id)).stats).toMatchObject({
    number_of_records: rows,
    subscribers: { added: rows },
  })
})

test('content above the limit is rejected with 413 and nothing is stored', async () => {
  const api = await anImportApi({ jsonBytesMax: 1000 })
  const exact = `${'é'.repeat(499)}xx`
  expect((await api.create(json(exact))).status).toBe(200)
  const { status, body } = await api.create(json(`${exact}x`))
  expect([status, body.error_code, body.data]).toEqual([413, 'invalid_request', null])
  expect(body.error_message).toBe(
    'file_source.content must be at most 1000 bytes; upload larger files (POST uploads), or send them by upload_directory or url',
  )
  const far = await api.create(json('x'.repeat(3 * megabyte)))
  expect([far.status, far.body.error_code]).toEqual([413, 'invalid_request'])
  const spooled = await readdir(join(api.folder, 'spool', String(api.organizationId)))
  expect(spooled).toHaveLength(1)
})

test('content at the limit is accepted whatever its JSON escapes', async () => {
  const api = await anImportApi({ jsonBytesMax: 2 * megabyte })
  for (const character of ['é', '"', '\n', '漢', '😀']) {
    const content = character.repeat((2 * megabyte) / Buffer.byteLength(character))
    // Clients that keep to ASCII write \u and four digits.
    const escaped = JSON.stringify({ ...json(content), column_mapping: ['email'] }).replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const { status } = await api.callText('POST', api.path, escaped)
    expect([character, status]).toEqual([character, 200])
  }
})

test('content that is not valid Unicode is rejected, any other is accepted', async () => {
  const api = await anImportApi()
  expect(await api.problemOf(json('a\ud800b'))).toBe('422 file_source.content is not valid Unicode')
  const { status } = await api.create(json('Email\nann\u0000@example.com\nben@example.com\n'))
  expect(status).toBe(200)
})

test('a rejected call leaves no file', async () => {
  const api = await anImportApi()
  await api.problemOf({ ...json('x'), column_mapping: ['nothing'] })
  await api.problemOf({ ...json('x'), begins_at: 'soon' })
  const names = await readdir(join(api.folder, 'spool', String(api.organizationId))).catch(() => [])
  expect(names).toEqual([])
})

test('the content is deleted from the disk when the import is finished', async () => {
  const api = await anImportApi()
  await api.create()
  const folder = join(api.folder, 'spool', String(api.organizationId))
  expect(await readdir(folder)).toHaveLength(1)
  await api.work()
  expect(await readdir(folder)).toEqual([])
})
