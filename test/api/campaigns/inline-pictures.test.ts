import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { campaignCheckRoutes } from '../../../src/http/campaigns/check.ts'
import { defaultRemote } from '../../../src/sending/environment.ts'
import { aCampaignList } from '../../harness/sending/campaign-api.ts'
import { aReactor, owe } from '../../harness/sending/reactions.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'

const bytes = Buffer.from(Array.from({ length: 400 }, (_, place) => (place * 37) % 256))

async function aPicture(sql: Sql, organizationId: number, content = bytes): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into assets (organization_id, token, filename, content_type, size_bytes, width_px, height_px, sha256, bytes)
    values (${organizationId}, 'abcdefghijklmnopqrstuv', 'Grün.png', 'image/png', ${content.length}, 1, 1, sha256(${content}), ${content})
    returning id`
  return row?.id ?? 0
}

test('a campaign with the permission carries its pictures, once each, in messages with one part and with two', async () => {
  const world = await aCampaignWorld(6)
  const { sql, organizationId } = world
  const id = await aPicture(sql, organizationId)
  const html = `<p>Hi</p><img src="cid:asset-${id}" alt="a"><img src="cid:asset-${id}" alt="b">`
  const contents = [
    { name: 'A', subject: 'both', format: 'both', html, text: 'Hi' },
    { name: 'B', subject: 'html', format: 'html', html },
  ]
  await expect(world.begin({ contents })).rejects.toThrow(
    'the organization lacks the permission can_embed_pictures',
  )
  await sql`update organizations set can_embed_pictures = true where id = ${organizationId}`
  startSenders(world.api, { smtpUrl: world.sink.url })
  await world.finished(await world.begin({ contents }))
  expect(world.sink.messages).toHaveLength(6)
  for (const { raw } of world.sink.messages) {
    const { html: read = '', attachments, text } = await PostalMime.parse(raw)
    expect(attachments).toHaveLength(1)
    expect(attachments[0]).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true })
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(bytes)
    const named = attachments[0]?.contentId?.slice(1, -1)
    expect(read.match(/cid:[^"]+/g)).toEqual([`cid:${named}`, `cid:${named}`])
    if (raw.includes('Subject: both')) expect(text).toBe('Hi\n')
  }
})

test('an autoresponder may without, and nothing leaves once its picture is gone', async () => {
  const reactor = await aReactor()
  const { sql, organizationId } = reactor
  const listId = await reactor.list()
  const picture = await aPicture(sql, organizationId)
  const id = await reactor.autoresponder(listId, {
    content_format: 'html',
    content_html: `<img src="cid:asset-${picture}" alt="a">`,
  })
  const [person] = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key) values (${organizationId}, ${listId}, 'ann@example.com')
    returning id`
  await owe(reactor, id, [person?.id ?? 0])
  await reactor.work()
  const [sent] = reactor.sink.messages.splice(0)
  expect((await PostalMime.parse(sent?.raw ?? '')).attachments).toHaveLength(1)
  await sql`delete from assets`
  await owe(reactor, id, [person?.id ?? 0])
  await reactor.work()
  expect(reactor.sink.messages).toEqual([])
  const [row] = await sql`select waiting_for from reaction_turns where autoresponder_id = ${id}`
  expect(row?.['waiting_for']).toContain(`there is no picture for cid:asset-${picture}`)
})

test('what shows it on a page has its address, and the check says its size, what is missing and what is not allowed', async () => {
  const parts = { origin: 'https://quiver.example', links: { allow: [], allowLoopback: true } }
  const list = await aCampaignList({}, (route, secrets) =>
    campaignCheckRoutes(route, { ...parts, remote: { secrets, rules: defaultRemote.rules } }),
  )
  const { sql, organizationId, call, create } = list
  await sql`update organizations set can_embed_pictures = true where id = ${organizationId}`
  const id = await aPicture(sql, organizationId)
  const document = { blocks: [{ type: 'image', src: `cid:asset-${id}`, alt: 'A' }] }
  const campaign = (await create({ name: 'May', contents: [{ subject: 'May', document }] })).body.data.id
  const shown = await call<{ html: string }>('POST', `campaigns/${campaign}/render`, {})
  const address = `https://quiver.example/a/${organizationId}-abcdefghijklmnopqrstuv`
  expect(shown.body.data.html).toContain(`src="${address}"`)
  const unsaved = await call<{ html: string }>('POST', `campaigns/${campaign}/render`, {
    content: { document },
  })
  expect(unsaved.body.data.html).toContain(`src="${address}"`)
  const said = async () => {
    const { data } = (await call<{ findings: { kind: string; sentence: string }[] }>('GET', `campaigns/${campaign}/check`)).body // oxfmt-ignore
    return data.findings.flatMap(({ kind, sentence }) =>
      /picture/.test(sentence) ? [`${kind} ${sentence}`] : [],
    )
  }
  expect(await said()).toEqual([
    expect.stringMatching(/^ok The HTML has \d+ kB, and its pictures 1 kB in each message\.$/),
  ])
  await sql`update organizations set can_embed_pictures = false where id = ${organizationId}`
  expect((await said())[0]).toMatch(/^stop Campaigns of this organization cannot carry pictures/)
  await sql`update organizations set can_embed_pictures = true where id = ${organizationId}`
  await sql`update assets set size_bytes = ${3 * 1_048_576}`
  expect((await said())[0]).toBe(
    'stop The inline pictures have more than 2 MB together: make them smaller, or use their addresses.',
  )
  await sql`delete from assets`
  expect((await said())[0]).toBe(`stop There is no picture for cid:asset-${id}: add it to the pictures.`)
})
