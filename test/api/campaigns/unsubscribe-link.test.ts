import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld, stateOf } from '../../harness/sending/world.ts'

type Mode = 'default' | 'append_if_missing' | 'require'

async function aWorld(mode: Mode) {
  const world = await aCampaignWorld(1)
  const setMode = (to: Mode) => world.sql`
    update organizations set forced_unsub_tag_mode = ${to} where id = ${world.organizationId}`
  await setMode(mode)
  return { ...world, setMode }
}

const both = (html: string, text: string) => ({
  contents: [{ subject: 'News', format: 'both', html, text }],
})

test('append_if_missing adds a link to each part without one, inside the body and in its language', async () => {
  const { api, sink, begin, finished } = await aWorld('append_if_missing')
  startSenders(api, { smtpUrl: sink.url })
  const sent = async (html: string, text: string) => {
    const before = sink.messages.length
    await finished(await begin(both(html, text)))
    return PostalMime.parse(sink.messages[before]?.raw ?? '')
  }
  const german = await sent('<html lang="de"><body><p>Guten Tag.</p></body></html>', 'Guten Tag.')
  expect(german.html).toMatch(/<a href="[^"]+\/u\/[^"]+">Abmelden<\/a><\/p>.*<\/body>/s)
  expect(german.text).toMatch(/^Guten Tag\.\s+Abmelden: https?:\/\/\S+\/u\/\S+\s*$/)
  const partly = await sent('<p><a href="%%unsubscribe_link%%">Bye</a></p>', 'Good day.')
  expect(partly.html?.match(/\/u\//g)).toHaveLength(1)
  expect(partly.text).toMatch(/Unsubscribe: https?:\/\/\S+\/u\/\S+\s*$/)
})

test('default adds nothing', async () => {
  const { api, sink, begin, finished } = await aWorld('default')
  startSenders(api, { smtpUrl: sink.url })
  await finished(await begin(both('<p>Good day.</p>', 'Good day.')))
  const { html, text } = await PostalMime.parse(sink.messages[0]?.raw ?? '')
  expect(`${html}${text}`).not.toContain('/u/')
})

test('require rejects a content without a link, and a campaign stored earlier does not start', async () => {
  const { api, sql, sink, begin, setMode } = await aWorld('default')
  const id = await begin(both('<p>Good day.</p>', 'Bye: %%unsubscribe_link%%'))
  await setMode('require')
  await expect(begin(both('<p>Good day.</p>', 'Good day.'))).rejects.toThrow(
    'contents.0.html must contain %%unsubscribe_link%%, contents.0.text must contain %%unsubscribe_link%%',
  )
  startSenders(api, { smtpUrl: sink.url })
  await until(async () => (await stateOf(sql, id)).state === 'failed')
  expect((await stateOf(sql, id)).error_message).toContain('add %%unsubscribe_link%% to the content')
  expect(sink.messages).toEqual([])
})
