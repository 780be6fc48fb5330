import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { sequenceRoutes } from '../../../src/http/autoresponders/sequences.ts'
import { campaignCheckRoutes } from '../../../src/http/campaigns/check.ts'
import { campaignDraftRoutes } from '../../../src/http/campaigns/drafts.ts'
import { attachmentRoutes } from '../../../src/http/resources/attachments.ts'
import { defaultRemote } from '../../../src/sending/environment.ts'
import { findAutoresponderContent } from '../../../src/store/campaigns/message-content.ts'
import { unnamedAttachments } from '../../../src/upkeep/purges/unnamed-attachments.ts'
import { aList } from '../../harness/core/records.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'

const pdf = Buffer.from(Array.from({ length: 700 }, (_, place) => (place * 37) % 256))
type File = { id: number; filename: string; content_type: string; size_bytes: number }

/** Campaigns of the list may carry files, unless a test takes the permission away. */
async function aWorld(count = 0) {
  const parts = { origin: 'https://quiver.example', links: { allow: [], allowLoopback: true } }
  const world = await aCampaignWorld(
    count,
    {},
    attachmentRoutes,
    autoresponderRoutes,
    sequenceRoutes,
    campaignDraftRoutes,
    (route, secrets) =>
      campaignCheckRoutes(route, { ...parts, remote: { secrets, rules: defaultRemote.rules } }),
  )
  const { api, sql, call, listId, organizationId } = world
  const allow = (may: boolean) =>
    sql`update organizations set can_attach_files = ${may} where id = ${organizationId}`
  await allow(true)
  const add = (filename: string, content = pdf, list = listId) =>
    call<File>('POST', `mailing_lists/${list}/attachments`, {
      attachment: { filename, content: content.toString('base64') },
    })
  const file = async (filename: string, content = pdf) => (await add(filename, content)).body.data
  const draft = async (contents: object[], more: object = {}) =>
    (await world.create({ name: 'May', contents, ...more })).body.data.id
  const stored = async () =>
    (await sql`select filename from attachments order by id`).map((row) => row['filename'])
  const upkeep = async () => {
    await sql`update attachments set named_at = now() - interval '2 days'`
    await unnamedAttachments.run(upkeepEnvironment(api.database), new AbortController().signal)
  }
  return { ...world, allow, add, file, draft, stored, upkeep }
}

test('a campaign with the permission carries its files, as they are named, in messages of every format', async () => {
  const world = await aWorld(6)
  const named = await world.file('Grüße & Programm.pdf')
  const program = await world.file('entry.ics', Buffer.from('BEGIN:VCALENDAR'))
  const attachments = [program, named]
  const contents = [
    { name: 'A', subject: 'both', format: 'both', html: '<p>Hi</p>', text: 'Hi', attachments },
    { name: 'B', subject: 'text', format: 'text', text: 'Hi', attachments: [{ id: named.id }] },
  ]
  await world.allow(false)
  await expect(world.begin({ contents })).rejects.toThrow(
    'contents.0.attachments cannot be sent by campaigns: the organization lacks the permission can_attach_files',
  )
  await world.allow(true)
  startSenders(world.api, { smtpUrl: world.sink.url })
  await world.finished(await world.begin({ contents }))
  expect(world.sink.messages).toHaveLength(6)
  for (const { raw } of world.sink.messages) {
    const { subject, attachments: found, text } = await PostalMime.parse(raw)
    const said = found.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition])
    const ofPdf = ['Grüße & Programm.pdf', 'application/pdf', 'attachment']
    expect(said).toEqual(subject === 'text' ? [ofPdf] : [['entry.ics', 'text/calendar', 'attachment'], ofPdf])
    expect(Buffer.from(found.at(-1)?.content as ArrayBuffer)).toEqual(pdf)
    expect(text).toBe('Hi\n')
  }
})

test('what is shown of a content names its files', async () => {
  const world = await aWorld()
  const { call } = world
  const file = await world.file('programme.pdf')
  const content = { subject: 'May', format: 'both', html: '<p>Hi</p>', text: 'Hi', attachments: [file] }
  const id = await world.draft([content], { dispatch_attributes: { from_email: 'news@example.com' } })
  const { attachments } = (await call<{ attachments: File[] }>('POST', `campaigns/${id}/render`, {})).body
    .data
  expect(attachments).toEqual([file])
  const unsaved = { content: { ...content, attachments: [] } }
  expect((await call('POST', `campaigns/${id}/render`, unsaved)).body.data).toMatchObject({ attachments: [] })
  expect((await call('POST', `campaigns/${id}/render`, { content })).body.data).toMatchObject({ attachments })
})

test('the check says their size, that they are large, not allowed, or gone', async () => {
  const world = await aWorld()
  const { call, sql } = world
  const file = await world.file('programme.pdf', Buffer.alloc(90_000, 'a'))
  const id = await world.draft([{ subject: 'May', format: 'text', text: 'Hi', attachments: [file] }])
  const said = async () => {
    const { data } = (await call<{ findings: { kind: string; sentence: string }[] }>('GET', `campaigns/${id}/check`)).body // oxfmt-ignore
    return data.findings.flatMap(({ kind, sentence }) =>
      /file/.test(sentence) ? [`${kind} ${sentence}`] : [],
    )
  }
  expect(await said()).toEqual(['ok The file has 120 kB in each message.'])
  await sql`update attachments set size_bytes = 3000000`
  expect(await said()).toEqual([
    expect.stringMatching(/^warn The file has 4000 kB in each message: many people/),
  ])
  await world.allow(false)
  expect((await said())[0]).toMatch(/^stop Campaigns of this organization cannot carry files/)
  await world.allow(true)
  await sql`delete from attachments`
  expect(await said()).toEqual(['stop A file of the message is gone: attach it again.'])
})

test('names, bytes, numbers and sizes that cannot be sent are refused at their field', async () => {
  const world = await aWorld()
  const { add, call, listId } = world
  const said = async (filename: string) => (await add(filename)).body.error_message
  for (const name of ['run.exe', 'page.html', 'archive.zip', 'mail.eml', 'programme']) {
    expect(await said(name)).toMatch(/filename must (end with one of|be a name with an ending)/)
  }
  for (const name of ['.pdf', '../a.pdf', 'a\\b.pdf', 'a\u202Efdp.exe.pdf', 'a\r\nB: c.pdf', ' a.pdf'])
    expect((await add(name)).status).toBe(422)
  const path = `mailing_lists/${listId}/attachments`
  // The last one is looked at in the time that its length takes, not in the square of it.
  for (const content of ['', 'no-base_64!', '%%%%', `AAAA${'='.repeat(200_000)}A`]) {
    expect((await call('POST', path, { attachment: { filename: 'a.pdf', content } })).status).toBe(422)
  }
  const large = Buffer.alloc(3 * 1_048_576, 1)
  const [a, b] = [await world.file('a.pdf', large), await world.file('b.pdf', large)]
  const create = (contents: object[]) => world.create({ name: 'May', contents })
  expect((await create([{ attachments: [a, b] }])).body.error_message).toContain(
    'contents.0.attachments must have at most 5 MB together',
  )
  const others = [await world.file('c.pdf', large), await world.file('d.pdf', large)]
  expect(
    (await create([a, b, ...others].map((one) => ({ attachments: [one] })))).body.error_message,
  ).toContain('contents must have attachments of at most 10 MB together')
  const eleven = Array.from({ length: 11 }, (_, at) => ({ id: at + 1 }))
  expect((await create([{ attachments: eleven }])).body.error_message).toContain('contents.0.attachments')
  const elsewhere = await aList(world.sql, world.organizationId, { name: 'Other' })
  const foreign = (await add('a.pdf', pdf, elsewhere)).body.data
  expect((await create([{ attachments: [foreign] }])).body.error_message).toContain(
    `contents.0.attachments names ${foreign.id}, which the list does not have`,
  )
  // Whoever is limited to this list reads neither its name nor its size.
  const id = await world.draft([{ subject: 'May', format: 'text', text: 'Hi' }])
  const content = { subject: 'May', format: 'text', text: 'Hi', attachments: [foreign] }
  expect((await call('POST', `campaigns/${id}/render`, { content })).body.data).toMatchObject({
    attachments: [],
  })
})

test('copies of files on other lists take no more room than the organization has', async () => {
  const world = await aWorld()
  const { call, listId, organizationId, sql, stored } = world
  const content = {
    subject: 'May',
    format: 'text',
    text: 'Hi',
    attachments: [await world.file('programme.pdf')],
  }
  const template = { name: 'Monthly', contents: [content] }
  const { id } = (await call<{ id: number }>('POST', `mailing_lists/${listId}/templates`, { template })).body
    .data
  const copied = { name: 'Copy', source_template_id: id, duplicate_content: true }
  const copyTo = async (name: string) => {
    const list = await aList(sql, organizationId, { name })
    const make = () => call('POST', `mailing_lists/${list}/campaigns`, { campaign: copied })
    return { first: await make(), make }
  }
  const roomy = await copyTo('Second')
  expect(roomy.first.status).toBe(200)
  // What the list has already takes no more room.
  await sql`
    insert into attachments (organization_id, mailing_list_id, filename, content_type, size_bytes, sha256, bytes)
    values (${organizationId}, ${listId}, 'all else.pdf', 'application/pdf', ${500 * 1_048_576 - 1500}, '1', '1')`
  expect((await roomy.make()).status).toBe(200)
  expect((await copyTo('Third')).first.body.error_message).toContain('would take more than 500 MB')
  expect(await stored()).toEqual(['programme.pdf', 'programme.pdf', 'all else.pdf'])
})

test('the same file is kept once, is read back, and goes with the last campaign that names it', async () => {
  const world = await aWorld()
  const { call, listId, stored } = world
  const file = await world.file('programme.pdf')
  expect(await world.file('programme.pdf')).toEqual(file)
  expect(await world.file('other name.pdf')).not.toEqual(file)
  const shown = await call<File & { content: string }>(
    'GET',
    `mailing_lists/${listId}/attachments/${file.id}`,
  )
  expect(shown.body.data).toEqual({ ...file, content: pdf.toString('base64') })
  const content = { subject: 'May', format: 'text', text: 'Hi', attachments: [file] }
  const [first, second] = [await world.draft([content]), await world.draft([content])]
  expect((await world.show(first)).campaign_contents).toMatchObject([{ attachments: [file] }])
  await call('DELETE', `campaigns/${first}`)
  expect(await stored()).toEqual(['programme.pdf', 'other name.pdf'])
  await call('DELETE', `campaigns/${second}`)
  expect(await stored()).toEqual(['other name.pdf'])
})

test('what nothing has named for a day is deleted; contents, drafts and what was named lately keep theirs', async () => {
  const world = await aWorld()
  const { call, stored, upkeep, sql } = world
  const [kept, besides, loose] = [
    await world.file('kept.pdf'),
    await world.file('beside.pdf'),
    await world.file('loose.pdf'),
  ]
  const content = { subject: 'May', format: 'text', text: 'Hi' }
  const dispatch = { from_email: 'news@example.com', begins_at: '2099-01-01T00:00:00Z' }
  const id = await world.draft([{ ...content, attachments: [kept] }], {
    segmentation_criteria_ad_hoc: [],
    dispatch_attributes: dispatch,
  })
  const changes = { contents: [{ ...content, attachments: [besides] }] }
  expect((await call('PUT', `campaigns/${id}/draft`, { draft: { changes } })).body.error_message).toBeNull()
  await upkeep()
  expect(await stored()).toEqual(['kept.pdf', 'beside.pdf'])
  expect(loose.filename).toBe('loose.pdf')
  expect((await call('POST', `campaigns/${id}/draft/schedule`)).body.error_message).toBeNull()
  expect((await world.show(id)).campaign_contents).toMatchObject([{ attachments: [besides] }])
  // Given up a moment ago: whoever undoes it finds it.
  await unnamedAttachments.run(upkeepEnvironment(world.api.database), new AbortController().signal)
  expect(await stored()).toEqual(['kept.pdf', 'beside.pdf'])
  await upkeep()
  expect(await stored()).toEqual(['beside.pdf'])
  await sql`update mailing_lists set deleted_at = now()`
  await unnamedAttachments.run(upkeepEnvironment(world.api.database), new AbortController().signal)
  expect(await stored()).toEqual([])
})

test('a campaign made of a template has its files, also on another list', async () => {
  const world = await aWorld()
  const { call, listId, organizationId, sql } = world
  const file = await world.file('programme.pdf')
  const content = { subject: 'May', format: 'text', text: 'Hi', attachments: [file] }
  const template = { name: 'Monthly', contents: [content] }
  const { id } = (await call<{ id: number }>('POST', `mailing_lists/${listId}/templates`, { template })).body
    .data
  const elsewhere = await aList(sql, organizationId, { name: 'Other' })
  for (const list of [listId, elsewhere]) {
    const copied = { name: 'Copy', source_template_id: id, duplicate_content: true }
    const made = await call<{ campaign_contents: { attachments: File[] }[] }>(
      'POST',
      `mailing_lists/${list}/campaigns`,
      { campaign: copied },
    )
    expect(made.body.error_message).toBeNull()
    const [carried] = made.body.data.campaign_contents[0]?.attachments ?? []
    expect(carried).toEqual({ ...file, id: list === listId ? file.id : expect.any(Number) })
  }
  expect(await sql`select mailing_list_id from attachments order by id`).toEqual([
    { mailing_list_id: listId },
    { mailing_list_id: elsewhere },
  ])
})

test('an autoresponder and its steps carry files without the permission, and those that are deleted leave none', async () => {
  const world = await aWorld()
  const { call, listId, stored, api, sql } = world
  await world.allow(false)
  const [first, second] = [await world.file('first.pdf'), await world.file('second.pdf')]
  const path = `mailing_lists/${listId}/autoresponders`
  const message = { content_subject: 'Hi', content_format: 'text', content_text: 'Hi' }
  const made = await call<{ id: number; content_attachments: File[] }>('POST', path, {
    autoresponder: { name: 'Welcome', trigger: 'api', ...message, content_attachments: [first] },
  })
  expect(made.body.data.content_attachments).toEqual([first])
  const { id } = made.body.data
  const change = async (autoresponder: object) =>
    (await call<{ content_attachments: File[] }>('PUT', `${path}/${id}`, { autoresponder })).body
  // What is not given stays, and no list is no file.
  expect((await change({ content_text: 'Hello' })).data.content_attachments).toEqual([first])
  expect((await change({ content_attachments: [{ id: 999 }] })).error_message).toContain(
    'content_attachments names 999, which the list does not have',
  )
  const step = { name: 'Second', ...message, content_attachments: [second, first] }
  const after = await call<{ content_attachments: File[] }>('POST', `${path}/${id}/steps`, { step })
  expect(after.body.data.content_attachments).toEqual([second, first])
  const shown = await findAutoresponderContent(sql, api.a.organizationId, id)
  expect(shown?.contents[0]?.files?.map(({ filename }) => filename)).toEqual(['first.pdf'])
  expect((await change({ content_attachments: [] })).data.content_attachments).toEqual([])
  await call('DELETE', `${path}/${id}`)
  expect(await stored()).toEqual([])
})
