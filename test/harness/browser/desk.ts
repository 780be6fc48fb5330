import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { createClient } from '../../../src/client/api.ts'
import { createMailingList } from '../../../src/contract/lists/endpoints.ts'
import { runWorker } from '../../../src/importing/worker.ts'
import { aServer } from '../core/server.ts'
import { aWorkFolder, settingsOf } from '../importing/stories.ts'
import { aLoggedInPage, type PageOptions } from './page.ts'

/** A page of an administrator, a list, and a worker that imports. */
export async function aDesk(options: PageOptions = {}) {
  const folder = await aWorkFolder()
  const importFiles = {
    uploadDir: join(folder, 'uploads'),
    scratchDir: folder,
    allow: [],
    allowLoopback: true,
  }
  const server = await aServer({ importFiles })
  const stop = new AbortController()
  const working = runWorker(
    settingsOf(server.databaseUrl, folder, { spoolDir: server.spoolDir }),
    stop.signal,
  )
  onTestFinished(async () => {
    stop.abort(new Error('the test is done'))
    await working
  })
  const client = createClient({ url: server.url, credential: server.a.credential })
  const list = (await client.call(createMailingList, { body: { name: 'Newsletter' } })).data
  const { page } = await aLoggedInPage(server, { role: 'organization_admin' }, options)
  const at = `/console/o/${server.a.organizationId}`
  const keysOf = async () =>
    (await server.sql<{ key: string }[]>`select key from subscribers order by key`).map(({ key }) => key)
  /** Puts a file into the upload directory of the organization. */
  const upload = async (name: string, content: string | Buffer) => {
    const directory = join(importFiles.uploadDir, String(server.a.organizationId))
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, name), content)
  }
  return { server, client, list, page, at, keysOf, upload }
}

/** Chooses a file in the first step of the wizard. */
export function chooseFile(page: Page, content: string | Buffer, name = 'may.csv'): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  return page.locator('input[type=file]').setInputFiles(file)
}

/**
 * Cuts the connection of each upload. The route stays: taken off while a request goes through it, it may leave that one
 * without an answer.
 * @returns lets uploads through again
 */
export async function cutUploads(page: Page): Promise<() => void> {
  let isCut = true
  await page
    .context()
    .route('**/uploads/*', (route) =>
      isCut && route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
    )
  return () => {
    isCut = false
  }
}
