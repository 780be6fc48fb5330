import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync, crc32 } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'
import { aSubscriber } from '../../harness/records/lists.ts'

describeInBrowser('pictures', () => {
  test('of another server are copied, searched, and deleted once it was said what loses them', async () => {
    const origin = await anotherServer()
    const server = await aServer({
      importFiles: { uploadDir: '', scratchDir: '', allow: [], allowLoopback: true },
    })
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    // The preview shows no pictures of other hosts, and the public address of the server is one here.
    const expectedFaults = [/Content Security Policy/, /^(other host|no answer): /, /assets\/copy/]
    const { page } = await aLoggedInPage(server, { role: 'organization_admin' }, { expectedFaults })
    const html = `<p>Spring</p><img src="${origin}/spring.png" alt="Tulips"><img src="${origin}/gone.png" alt="">`
    const campaignId = await aCampaign(server, listId, html)
    await page.goto(`/console/o/${organizationId}/campaigns`)
    await page.getByRole('link', { name: 'May news' }).click()
    await page.getByRole('heading', { name: 'May news' }).waitFor()
    await page.goto(`/console/o/${organizationId}/campaigns/${campaignId}/what`)
    await page.getByText('2 pictures are on other servers').waitFor()
    await lookAt(page, 'pictures-foreign')
    await page.getByRole('button', { name: 'Copy the 2 pictures to Quiver' }).click()
    await page.getByText('answered 404').waitFor()
    await page.getByText('One picture is on another server').waitFor()
    const sql = server.sql.everywhere()
    const stored = async () =>
      (await sql<{ html: string }[]>`select html from campaign_contents`)[0]?.html ?? ''
    await expect.poll(stored).toMatch(new RegExp(`/a/${organizationId}-[\\w-]{22}`))
    expect(await stored()).toContain(`${origin}/gone.png`)

    await page.getByRole('link', { name: 'Pictures' }).click()
    await page.getByRole('heading', { name: 'Pictures' }).waitFor()
    await page.getByText('spring.png').waitFor()
    await page.getByLabel('Search by file name').fill('autumn')
    await page.getByText('No picture has such a name.').waitFor()
    await page.getByLabel('Search by file name').fill('SPRING')
    await page.getByRole('button', { name: 'Used once' }).waitFor()
    await lookAt(page, 'pictures')
    await page.getByRole('button', { name: 'Delete spring.png' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Campaign: May news' }).waitFor()
    await lookAt(page, 'pictures-delete')
    await dialog.getByRole('button', { name: 'Delete spring.png' }).click()
    await page.getByText('No picture has such a name.').waitFor()
    expect(await sql`select 1 from assets`).toHaveLength(0)
  })
})

describeInBrowser('a custom field', () => {
  test('is deleted once it was said whose values are lost, and not while something needs it', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    const id = await aField(server.sql, organizationId, listId, { name: 'City' })
    const sql = server.sql.everywhere()
    const person = await aSubscriber(server.sql, organizationId, listId, 'ann@example.com')
    await sql`update subscribers set custom_fields = ${sql.json({ [id]: 'Graz' })} where id = ${person}`
    await aCampaign(server, listId, '<p>To %%City%%</p>')
    const clauses = [{ type: 'custom_field', custom_field: { id }, operator: 'is', value: 'Graz' }]
    await sql`
      insert into segments (organization_id, mailing_list_id, name, clauses)
      values (${organizationId}, ${listId}, 'People of Graz', ${sql.json(clauses)})`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/lists/${listId}/fields`)
    const ask = () => page.getByRole('button', { name: 'Delete City' }).click()
    await ask()
    const dialog = page.getByRole('dialog')
    const remove = dialog.getByRole('button', { name: 'Delete City and its values' })
    await dialog.getByRole('link', { name: 'Segment: People of Graz' }).waitFor()
    expect(await remove.isDisabled()).toBe(true)
    await lookAt(page, 'field-needed')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await sql`delete from segments`
    await page.reload()
    await ask()
    await dialog.getByText('The values of 1 person are lost.').waitFor()
    await dialog.getByRole('link', { name: 'Campaign: May news' }).waitFor()
    await lookAt(page, 'field-delete')
    await remove.click()
    await page.getByText('No fields yet').waitFor()
  })
})

async function aCampaign(
  { url, a }: { url: string; a: { credential: string } },
  listId: number,
  html: string,
): Promise<number> {
  const contents = [{ name: '', subject: 'May', format: 'html', html }]
  const answer = await fetch(`${url}/ga/api/v2/mailing_lists/${listId}/campaigns`, {
    method: 'POST',
    headers: { authorization: `Basic ${a.credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ campaign: { name: 'May news', contents } }),
  })
  const { data } = (await answer.json()) as { data: { id: number } }
  return data.id
}

async function anotherServer(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/spring.png') return response.end(aPicture(240, 160))
    return response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A PNG of one colour. */
function aPicture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from([226, 96, 122]))])
  const pixels = Buffer.concat(Array.from({ length: height }, () => line))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
