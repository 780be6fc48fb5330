// node import-file.mjs LIST_ID FILE.csv
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createClient,
  createSubscriberImport,
  inspectSubscriberImport,
  retrying,
  showSubscriberImport,
  uploadFile,
  uploadOf,
} from '@quiver/client'

const [listId, path] = process.argv.slice(2)
const connection = { url: process.env.QUIVER_URL, credential: process.env.QUIVER_API_KEY }
const client = createClient({ ...connection, fetch: retrying() })
const params = { mailing_list_id: Number(listId) }

const id = await uploadFile(connection, uploadOf(await openAsBlob(path), basename(path)))
const { data: inspected } = await client.call(inspectSubscriberImport, {
  params,
  body: { file_source: { type: 'upload', id } },
})
for (const { question } of inspected.decisions) console.warn(question)
// Whoever may have opted out is a person's decision.
if (inspected.decisions.length > 0) process.exit(1)

const { data: created } = await client.call(createSubscriberImport, {
  params,
  body: { ...inspected.subscriber_import, file_source: { type: 'upload', id } },
})
let record = created
while (!['finished', 'failed', 'cancelled'].includes(record.state)) {
  await pause(500)
  record = (await client.call(showSubscriberImport, { params: { id: created.id } })).data
}
console.log(record.state, JSON.stringify(record.stats.subscribers))
