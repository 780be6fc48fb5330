import { expect, test } from 'vitest'
import { aServer } from '../../test/harness/core/server.ts'
import { showUpload } from '../contract/imports/uploads.ts'
import { createClient } from './api.ts'
import { uploadFile, uploadOf } from './upload.ts'

test('a file arrives whole under its name, although the connection is lost in the middle', async () => {
  const server = await aServer()
  const connection = { url: server.url, credential: server.a.credential }
  const file = new Blob(['Email\n', 'anna@example.com\n'.repeat(1_000)])
  const sent: number[] = []
  const lossy: typeof fetch = async (input, init) => {
    if (init?.method !== 'PATCH' || !(init.body instanceof Blob)) return fetch(input, init)
    sent.push(init.body.size)
    if (sent.length > 1) return fetch(input, init)
    await fetch(input, { ...init, body: init.body.slice(0, 6_000) })
    throw new TypeError('terminated')
  }
  const offsets: number[] = []
  const source = uploadOf(file, 'Kundschaft – Łódź.csv')
  const id = await uploadFile({ ...connection, fetch: lossy }, source, (offset) => offsets.push(offset))
  expect(sent).toEqual([file.size, file.size - 6_000])
  expect(offsets).toEqual([6_000, file.size])
  const { data } = await createClient(connection).call(showUpload, { params: { id } })
  expect(data).toMatchObject({ filename: 'Kundschaft – Łódź.csv', complete: true, size_bytes: file.size })
})
