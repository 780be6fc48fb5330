import { expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright-core'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import { aDesk, chooseFile, cutUploads } from '../../harness/browser/desk.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { until } from '../../harness/core/until.ts'
import { membersCsv, startUrlSource } from '../../harness/fakes/url-source.ts'

const rowCount = 100_000

/** Every 100th row has no address, every 50th repeats an earlier one, every 20th is of somebody who has left. */
function aLargeFile() {
  const lines = ['E-Mail;Vorname;Abgemeldet']
  const expected = { added: 0, failed: 0, repeated: 0, left: 0 }
  const seen = new Set<string>()
  for (let row = 1; row <= rowCount; row += 1) {
    const isBad = row % 100 === 0
    const address = isBad ? `nobody ${row}` : `person${row % 50 === 7 ? row - 1 : row}@example.com`
    const hasLeft = row % 20 === 3
    lines.push(`${address};Name ${row};${hasLeft ? 'ja' : 'nein'}`)
    if (isBad) expected.failed += 1
    else if (seen.has(address)) expected.repeated += 1
    else if (hasLeft) expected.left += 1
    else expected.added += 1
    seen.add(address)
  }
  return { content: `${lines.join('\n')}\n`, expected }
}

const figure = (value: number) => value.toLocaleString('en-GB')

/** From the columns to the preview, with those who have left as unsubscribed. */
async function toPreview(page: Page): Promise<void> {
  const leave = page.getByRole('radio', { name: /import them as unsubscribed/ })
  await page.getByRole('button', { name: 'Next: Rules' }).waitFor()
  if ((await leave.count()) > 0) await leave.check()
  await page.getByRole('button', { name: 'Next: Rules' }).click()
  await page.getByRole('button', { name: 'Preview what happens' }).click()
  await page.getByText(/^Preview of .* Nothing has been changed\.$/).waitFor({ timeout: 120_000 })
}

describeInBrowser('the wizard', () => {
  test('brings 100,000 rows to their end, through a lost connection, a pause and a closed page', async () => {
    const { page, at, server } = await aDesk({ expectedFaults: [/uploads/] })
    const { content, expected } = aLargeFile()
    const peopleNow = async () =>
      (await server.sql<{ count: number }[]>`select count(*)::int as count from subscribers`)[0]?.count ?? 0
    await page.goto(`${at}/imports/new`)
    await page.getByText('Drop a file here').waitFor()
    const letThrough = await cutUploads(page)
    await chooseFile(page, content)
    await page.getByText(/^Connection lost at/).waitFor()
    letThrough()
    await page.getByRole('cell', { name: 'person1@example.com', exact: true }).waitFor()
    expect(await server.sql`select offset_bytes::int as bytes from uploads`).toEqual([
      { bytes: Buffer.byteLength(content) },
    ])

    await toPreview(page)
    expect(await peopleNow()).toBe(0)
    const { added, left, failed, repeated } = expected
    for (const [name, value, row] of [
      [/new$/, added + left, 'person1@example.com'],
      [/fail$/, failed, 'nobody 100'],
      [/repeat an earlier row$/, repeated, 'person6@example.com'],
    ] as const) {
      const button = page.getByRole('button', { name })
      expect(await button.innerText()).toContain(figure(value))
      await button.click()
      await page.getByText(`${figure(value)} rows`, { exact: true }).waitFor()
      await page.getByRole('cell', { name: row, exact: true }).waitFor()
    }

    await page.getByRole('button', { name: `Import: add ${figure(added + left)}` }).click()
    const progress = page.getByText(/rows\/s, .* left$/)
    await progress.waitFor()
    const first = await progress.innerText()
    await until(async () => (await progress.innerText()) !== first)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused', { exact: true }).waitFor()
    const paused = await peopleNow()
    expect(paused).toBeGreaterThan(0)
    expect(paused).toBeLessThan(added + left)
    const address = page.url()
    await page.goto(`${at}/imports`)
    await page.getByRole('cell', { name: 'paused' }).waitFor()
    expect(await peopleNow()).toBe(paused)
    await page.goto(address)
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByText(`${figure(added + left)} people were added.`).waitFor({ timeout: 120_000 })
    expect(
      await server.sql`select status, count(*)::int as count from subscribers group by 1 order by 1`,
    ).toEqual([
      { status: 'active', count: added },
      { status: 'unsubscribed', count: left },
    ])
  })

  test('notices after a minute that a connection was cut without a word', async () => {
    const { page, at, server } = await aDesk({ expectedFaults: [/uploads/] })
    const { content } = aLargeFile()
    await page.clock.install()
    await page.goto(`${at}/imports/new`)
    await page.getByText('Drop a file here').waitFor()
    let isSilent = false
    await page.context().route('**/uploads/*', (route) => {
      if (isSilent || route.request().method() !== 'PATCH') return route.continue()
      // The first one gets no answer.
      isSilent = true
    })
    await chooseFile(page, content)
    await until(() => isSilent)
    await page.clock.fastForward(70_000)
    await page.getByRole('cell', { name: 'person1@example.com', exact: true }).waitFor()
    expect(await server.sql`select offset_bytes::int as bytes from uploads`).toEqual([
      { bytes: Buffer.byteLength(content) },
    ])
  })

  test('cancels a running import and keeps the rows that it had done', async () => {
    const { page, at, server, list } = await aDesk()
    await page.goto(`${at}/imports/new?list=${list.id}`)
    await page.getByText('Drop a file here').waitFor()
    await chooseFile(page, aLargeFile().content)
    await page.getByRole('cell', { name: 'person1@example.com', exact: true }).waitFor()
    await toPreview(page)
    await page.getByRole('button', { name: /^Import: add/ }).click()
    await page.getByRole('button', { name: /^Cancel: keep the/ }).click()
    await page.getByRole('button', { name: /^Yes, cancel and keep/ }).click()
    await page.getByText('cancelled', { exact: true }).waitFor()
    const said = Number((await page.getByText(/were added\.$/).innerText()).replaceAll(/\D/g, ''))
    const [{ count } = { count: 0 }] = await server.sql<
      { count: number }[]
    >`select count(*)::int as count from subscribers`
    expect([said, count > 0 && count < rowCount]).toEqual([count, true])
  })

  test('hears what moves: while rows come in, the page asks for the import no more than now and then', async () => {
    const { page, at, list } = await aDesk()
    await page.goto(`${at}/imports/new?list=${list.id}`)
    await page.getByText('Drop a file here').waitFor()
    await chooseFile(page, aLargeFile().content)
    await toPreview(page)
    let asked = 0
    page.on('request', (request) => {
      if (/subscriber_imports\/\d+$/.test(new URL(request.url()).pathname)) asked += 1
    })
    await page.getByRole('button', { name: /^Import: add/ }).click()
    await page.getByText(/rows\/s, .* left$/).waitFor()
    await page.getByText(/people were added\.$/).waitFor({ timeout: 120_000 })
    expect(asked).toBeLessThan(8)
  })

  test('takes pasted rows, a url, a file of the upload directory and failed rows', async () => {
    const { page, at, client, list, keysOf, upload } = await aDesk()
    const source = await startUrlSource()
    onTestFinished(() => source.close())
    await upload('shop.csv', 'email\nshop@example.com\n')
    const content = 'email,Score\nann@example.com,1\nno address,2\n'
    const body = { column_mapping: ['email', ''], file_source: { type: 'json' as const, content } }
    await client.call(createSubscriberImport, { params: { mailing_list_id: list.id }, body })
    await until(async () => (await keysOf()).length === 1)
    const ways: [string, () => Promise<void>, string][] = [
      [
        'Paste',
        async () => {
          await page.getByRole('textbox', { name: 'Rows' }).fill('email\npasted@example.com')
          await page.getByRole('button', { name: 'Read these rows' }).click()
        },
        'pasted@example.com',
      ],
      [
        'At a web address',
        async () => {
          await page.getByLabel('Address of the file').fill(source.url('/members.csv.gz'))
          await page.getByRole('button', { name: 'Read this file' }).click()
        },
        'bob@example.com',
      ],
      [
        'On the server',
        () => page.getByRole('button', { name: 'Read shop.csv' }).click(),
        'shop@example.com',
      ],
    ]
    for (const [way, give, address] of ways) {
      await page.goto(`${at}/imports/new?list=${list.id}`)
      await page.getByRole('tab', { name: way }).click()
      await give()
      await page.getByRole('cell', { name: address }).waitFor()
      await toPreview(page)
      await page.getByRole('button', { name: /^Import: add/ }).click()
      await page.getByText(/(person was|people were) added\.$/).waitFor()
    }
    expect(membersCsv).toContain('anna@example.com')
    const all = ['ann', 'anna', 'bob', 'pasted', 'shop'].map((name) => `${name}@example.com`)
    expect(await keysOf()).toEqual(all)

    await page.goto(`${at}/imports/new?list=${list.id}`)
    await page.getByRole('tab', { name: 'Failed rows' }).click()
    await page.getByRole('button', { name: 'Read 1 row of pasted text' }).click()
    await page.getByRole('cell', { name: 'no address' }).waitFor()
    await page.getByText('Import 1 had this meaning.').waitFor()
    await toPreview(page)
    await page.getByRole('button', { name: '1 fail' }).click()
    await page.getByRole('link', { name: 'Download these rows' }).waitFor()
    await page.getByLabel('Search for an address').fill('nothing like it')
    await page.getByText('There are no such rows.').waitFor()
  })

  test('schedules an import, which waits, is shown, and can be cancelled before it starts', async () => {
    const { page, at, server, list } = await aDesk()
    await page.goto(`${at}/imports/new?list=${list.id}`)
    await page.getByText('Drop a file here').waitFor()
    await chooseFile(page, 'email\nlater@example.com\n')
    await page.getByRole('button', { name: 'Next: Rules' }).click()
    await page.getByRole('radio', { name: 'At a set time, without a preview' }).check()
    await page.getByLabel('Time (UTC)').fill('2031-05-03T09:00')
    await page.getByRole('button', { name: 'Schedule the import' }).click()
    await page.getByText('Starts at 3 May 2031, 09:00 UTC.').waitFor()
    const [made] = await server.sql`select state, begins_at from import_jobs`
    expect(made).toEqual({ state: 'scheduled', begins_at: new Date('2031-05-03T09:00:00Z') })
    await page.goto(`${at}/imports`)
    await page.getByRole('cell', { name: '3 May 2031, 09:00' }).waitFor()
    await page.getByRole('link', { name: 'may.csv' }).click()
    await page.getByRole('button', { name: 'Cancel the import' }).click()
    await page.getByText('cancelled', { exact: true }).waitFor()
  })
})
