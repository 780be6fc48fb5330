import { expect, test } from 'vitest'
import { publicRoutes } from '../../../src/http/public/routes.ts'
import { until } from '../../harness/core/until.ts'
import { browsers, libraries, openers } from '../../harness/returned/labelled-hits.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { readSunk } from '../../harness/smtp/sink.ts'
import { setEarlier } from '../../harness/postgres/earlier.ts'

const links = [1, 2, 3, 4].map((n) => `<a href="https://shop.example/${n}">Offer ${n}</a>`).join(' ')
const contents = ['Scanned', 'Preferred'].map((subject) => ({
  subject,
  format: 'html',
  html: `<p>${links} <a href="%%unsubscribe_link%%">out</a></p>`,
}))
const winner = {
  autowinner_enabled: true,
  autowinner_percentage: '60',
  autowinner_delay_amount: 1,
  autowinner_delay_unit: 'hours',
  autowinner_metric: 'clicks_unique',
  track_opens: true,
  track_links: true,
}

type Got = { subject: string; open: string; clicks: string[] }

/** Three in ten messages are read by programs, most of them of the version that people like less. */
async function read(all: readonly Got[], ask: (url: string, userAgent: string) => Promise<void>) {
  let machines = 0
  for (const subject of ['Scanned', 'Preferred']) {
    const isLiked = subject === 'Preferred'
    const own = all.filter((one) => one.subject === subject)
    await Promise.all(
      own.map(async ({ open, clicks }, place) => {
        const pick = (from: readonly string[]) => from[place % from.length] ?? ''
        if (place % 10 < (isLiked ? 1 : 5)) {
          machines += 1
          // Apple's loading of pictures, libraries, and scanners that call themselves browsers.
          await ask(open, 'Mozilla/5.0')
          const program = place % 2 === 0 ? pick(browsers) : pick(libraries)
          await Promise.all(clicks.map((url) => ask(url, program)))
          return
        }
        await ask(open, pick(openers))
        if (place % 10 >= (isLiked ? 7 : 9)) await ask(clicks[place % clicks.length] ?? '', pick(browsers))
      }),
    )
  }
  return machines / all.length
}

test('with three in ten messages read by programs, and a scanner just before the choice, the version wins that people prefer', async () => {
  const people = 400
  const world = await aCampaignWorld(people)
  const { api, sql, call } = world
  const baseUrl = 'http://quiver.example.com'
  publicRoutes(api.app, { database: api.database, secrets: api.secrets, baseUrl })
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  startSenders(api, { smtpUrl: world.sink.url })
  const id = await world.begin({ contents }, winner)
  await until(async () => (await world.stateOf(id)).waiting_for === 'the choice of the winning content')
  const tested = world.sink.messages.length
  const mails = await Promise.all(world.sink.messages.map(readSunk))
  const got = mails.map(({ subject = '', html = '' }): Got => {
    const urls = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) =>
      url.replace(baseUrl, origin),
    )
    return { subject, open: urls.find((url) => url.includes('/o/')) ?? '', clicks: urls.filter((url) => url.includes('/c/')).slice(0, 4) } // oxfmt-ignore
  })
  const ask = async (url: string, userAgent: string) => {
    const { status } = await fetch(url, { redirect: 'manual', headers: { 'user-agent': userAgent } })
    expect([200, 204, 302]).toContain(status)
  }
  await setEarlier(sql, { table: 'deliveries', times: ['sent_at'] }, '1 hour')
  const share = await read(got, ask)
  expect(share).toBeGreaterThan(0.25)
  await setEarlier(sql, { table: 'hits', times: ['hit_at'] }, '30 seconds')
  await setEarlier(sql, { table: 'message_responses', times: ['first_clicked_at'] }, '30 seconds')
  // It has not followed all links yet when the winner is chosen.
  const rest = got.filter(({ subject }) => subject === 'Scanned').slice(-60)
  await Promise.all(rest.map(({ clicks }) => ask(clicks[0] ?? '', browsers[0] ?? '')))
  await sql`update campaigns set decide_at = now()`
  await sql`update jobs set next_attempt_at = now()`
  await world.finished(id)
  const later = await Promise.all(world.sink.messages.slice(tested).map(readSunk))
  expect(new Set(later.map(({ subject }) => subject))).toEqual(new Set(['Preferred']))
  const { data } = (await call<Record<string, unknown>>('GET', `campaigns/${id}`)).body
  expect(data).toMatchObject({
    automatic_winner_selection: { winning_content: { name: 'Content B' } },
    version_results: { chosen: { reason: expect.stringMatching(/better|higher/) } },
  })
})
