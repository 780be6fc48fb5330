import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../../test/harness/core/api.ts'
import { aCampaignList, complete, dispatch } from '../../test/harness/sending/campaign-api.ts'
import { aMailer, aSink, routeTo } from '../../test/harness/sending/mailing.ts'
import { aField, anAutoresponder } from '../../test/harness/core/records.ts'
import { readSunk, type SinkOptions } from '../../test/harness/smtp/sink.ts'
import { connect } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { previewRoutes } from '../http/campaigns/previews.ts'
import { createTrackingTokens } from '../links/token.ts'
import { defaultPace, defaultRemote } from './environment.ts'
import { upkeepEnvironment } from '../../test/harness/records/upkeep.ts'
import { previews } from '../upkeep/previews.ts'
import { previewLoop } from './previews.ts'

const content = {
  subject: 'News for %%first_name%%',
  format: 'both',
  html: '<p>Hi %%first_name%%, <a href="https://shop.example/x">look</a> or <a href="%%unsubscribe_link%%">leave</a></p>',
  text: 'Hi %%first_name%%',
}

/** A campaign of a list that shows Ann in its previews, and a sender of previews on a server of its own. */
async function aPreviewer(options: SinkOptions = {}) {
  const list = await aCampaignList({}, previewRoutes)
  const { api, sql, organizationId, listId } = list
  const fieldId = await aField(sql, organizationId, listId, { name: 'First name' })
  await sql`
    update mailing_lists set preview_custom_field_data = ${sql.json({ [fieldId]: 'Ann' })} where id = ${listId}`
  const { id } = (
    await list.create({
      ...complete,
      contents: [content],
      dispatch_attributes: { ...dispatch, track_links: true },
    })
  ).body.data
  const sink = await aSink(options)
  const database = connect(api.url, { max: 2, applicationName: 'test previews', role: applicationRole })
  onTestFinished(() => database.end())
  const loop = previewLoop({
    database,
    log: quietLog,
    secrets: api.secrets,
    mailer: await aMailer(),
    baseUrl: 'https://mail.example',
    worker: 'test',
    pace: defaultPace,
    remote: defaultRemote,
    findRoutes: () => Promise.resolve(() => routeTo(sink.url)),
    findSigners: () => Promise.resolve(new Map()),
  })
  const work = async () => {
    for (let claim = await loop.take(); claim !== null; claim = await loop.take()) {
      await loop.run(claim, new AbortController().signal)
    }
  }
  const ask = async (path: string, body: object) => {
    const { status } = await list.call('POST', `${path}/send_preview`, { preview: body })
    expect(status).toBe(200)
  }
  const rows = () => sql`
    select recipient, attempts, sent_at is not null as sent, next_attempt_at > now() as later, diagnostic,
      leased_until from preview_mails order by id`
  const hurry = () => sql`update preview_mails set next_attempt_at = now() where next_attempt_at is not null`
  return { ...list, database, loop, sink, work, ask, rows, hurry, campaign: `campaigns/${id}`, id }
}

describe('a preview', () => {
  test('carries the files of the message, whatever campaigns may', async () => {
    const { sink, work, ask, campaign, listId, organizationId, sql } = await aPreviewer()
    const bytes = Buffer.from('programme')
    await sql`
      with file as (
        insert into attachments (organization_id, mailing_list_id, filename, content_type, size_bytes, sha256, bytes)
        values (${organizationId}, ${listId}, 'a.pdf', 'application/pdf', 9, sha256(${bytes}), ${bytes}) returning id)
      update campaign_contents set attachment_ids = array[file.id] from file`
    await ask(campaign, { recipients: ['ann@example.com'] })
    await work()
    const [sent] = sink.messages
    expect((await PostalMime.parse(sent?.raw ?? '')).attachments).toMatchObject([
      { filename: 'a.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    ])
  })

  test('is the message with the preview values of the list, marked as a preview', async () => {
    const { sink, work, ask, campaign, rows, sql } = await aPreviewer()
    await ask(campaign, { recipients: ['reader@example.org'] })
    await work()
    expect(sink.messages).toHaveLength(1)
    const message = await readSunk(sink.messages[0] ?? expect.fail())
    expect(message).toMatchObject({
      subject: '[Preview] News for Ann',
      from: { address: 'news@example.com' },
      to: [{ address: 'reader@example.org' }],
    })
    expect(message.text).toContain('Hi Ann')
    expect(message.html).toContain('Hi Ann')
    expect([...(await rows())]).toEqual([
      {
        recipient: 'reader@example.org',
        attempts: 1,
        sent: true,
        later: null,
        diagnostic: null,
        leased_until: null,
      },
    ])
    for (const table of [
      'deliveries',
      'campaign_stats',
      'stat_slices',
      'tracked_links',
      'messages_sent_by_quarter_hour',
    ]) {
      expect(await sql`select 1 from ${sql(table)}`).toHaveLength(0)
    }
  })

  test('leads where its links say, counts no opens, and unsubscribes nobody', async () => {
    const { sink, work, ask, campaign, api, id } = await aPreviewer()
    await ask(campaign, { recipients: ['reader@example.org'] })
    await work()
    const { html = '' } = await readSunk(sink.messages[0] ?? expect.fail())
    expect(html).toContain('href="https://shop.example/x"')
    expect(html).not.toContain('mail.example/o/')
    const token = /https:\/\/mail\.example\/u\/([\w-]+)/.exec(html)?.[1] ?? ''
    expect(createTrackingTokens(api.secrets).read(token)).toMatchObject({
      kind: 'unsubscribe',
      source: 'campaign',
      sourceId: id,
      subscriberId: 0,
    })
  })

  test('split by format comes as two messages with names of their own', async () => {
    const { sink, work, ask, campaign } = await aPreviewer()
    await ask(campaign, { recipients: ['reader@example.org'], split_emails_by_format: true })
    await work()
    const messages = await Promise.all(sink.messages.map(readSunk))
    const parts = messages.map(({ html, text }) => [html !== undefined, (text ?? '').includes('Hi Ann\n')])
    expect(messages).toHaveLength(2)
    expect(messages.filter(({ html }) => html === undefined)).toHaveLength(1)
    expect(parts).toContainEqual([false, true])
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(2)
  })

  test('of an autoresponder goes out as its list has it', async () => {
    const { sink, work, ask, sql, organizationId, listId } = await aPreviewer()
    await sql`update mailing_lists set d_from_email = 'list@example.com'`
    const id = await anAutoresponder(sql, organizationId, listId, {
      use_external_delivery_setting: true,
      content_subject: 'Welcome',
      content_format: 'text',
      content_text: 'Hello %%first_name%%',
    })
    await ask(`autoresponders/${id}`, { recipients: ['reader@example.org'] })
    await work()
    const message = await readSunk(sink.messages[0] ?? expect.fail())
    expect(message).toMatchObject({ subject: '[Preview] Welcome', from: { address: 'list@example.com' } })
    expect(message.text).toContain('Hello Ann')
  })
})

describe('a preview that is not taken', () => {
  test('for now is tried again later, and given up after eight times', async () => {
    const { work, ask, campaign, rows, hurry } = await aPreviewer({
      decide: (stage) => (stage === 'rcpt' ? { code: 450, text: '4.2.1 busy' } : null),
    })
    await ask(campaign, { recipients: ['reader@example.org'] })
    await work()
    expect([...(await rows())]).toMatchObject([{ attempts: 1, sent: false, later: true, leased_until: null }])
    await work()
    expect([...(await rows())]).toMatchObject([{ attempts: 1 }])
    for (let attempt = 2; attempt <= 8; attempt++) {
      await hurry()
      await work()
    }
    expect([...(await rows())]).toMatchObject([
      { attempts: 8, sent: false, later: null, diagnostic: expect.stringContaining('busy') },
    ])
  })

  test('for good is not tried again', async () => {
    const { work, ask, campaign, rows } = await aPreviewer({
      decide: (stage) => (stage === 'rcpt' ? { code: 550, text: '5.1.1 nobody' } : null),
    })
    await ask(campaign, { recipients: ['reader@example.org'] })
    await work()
    expect([...(await rows())]).toMatchObject([
      { sent: false, later: null, diagnostic: expect.stringContaining('nobody') },
    ])
  })

  test('because no server is there makes all others of its campaign wait, too', async () => {
    const { sink, work, ask, campaign, rows } = await aPreviewer()
    await sink.stop()
    await ask(campaign, { recipients: Array.from({ length: 25 }, (_, n) => `reader.${n}@example.org`) })
    await work()
    const attempted = (await rows()).filter(({ attempts }) => attempts > 0)
    expect(attempted).toHaveLength(10)
    expect((await rows()).every(({ later }) => later === true)).toBe(true)
  })

  test('and of which nobody knows is not sent twice', async () => {
    const { sink, work, ask, campaign, rows, hurry } = await aPreviewer({
      decide: (stage) => (stage === 'dot' ? 'close' : null),
    })
    await ask(campaign, { recipients: ['reader@example.org'] })
    await work()
    await hurry()
    await work()
    expect(sink.messages).toHaveLength(1)
    expect([...(await rows())]).toMatchObject([{ sent: false, later: null }])
  })
})

test('whoever dies with a preview leaves it to the next when the lease is over', async () => {
  const { loop, work, ask, campaign, sink, sql } = await aPreviewer()
  await ask(campaign, { recipients: ['reader@example.org'] })
  expect(await loop.take()).not.toBeNull()
  expect(await loop.take()).toBeNull()
  await sql`update preview_mails set leased_until = now() - interval '1 second'`
  await work()
  expect(sink.messages).toHaveLength(1)
})

test('previews of an organization that was switched off wait; addresses are gone after a day', async () => {
  const { loop, ask, campaign, sql, database, organizationId } = await aPreviewer()
  await ask(campaign, { recipients: ['reader@example.org', 'other@example.org'] })
  await sql`update organizations set active = false where id = ${organizationId}`
  await sql`update preview_mails set created_at = now() - interval '25 hours' where recipient like 'reader%'`
  await previews.run(upkeepEnvironment(database), new AbortController().signal)
  expect(await loop.take()).toBeNull()
  const left = await sql`select recipient from preview_mails`
  expect([...left]).toEqual([{ recipient: 'other@example.org' }])
})
