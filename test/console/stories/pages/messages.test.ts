import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aServer, type Server } from '../../../harness/core/server.ts'
import { sendMessages } from '../../../harness/smtp/message-world.ts'
import { startSmtpSink } from '../../../harness/smtp/sink.ts'
import { sendingEnvironment } from '../../../harness/sending/sender.ts'

const html = '<h1>Thank you, {{ data.name }}</h1><p>Order {{ data.number }} costs {{ data.total }}.</p>'
const data = { name: 'Ann', number: 4711, total: '12 €' }

/** A server, a mail server that refuses one address for good, and a sender that works when it is asked to. */
async function aMessageDesk() {
  const server = await aServer()
  const sink = await startSmtpSink({
    decide: (stage, { to }) =>
      to === 'gone@example.com' && stage === 'rcpt' ? { code: 550, text: '5.1.1 no such mailbox' } : null,
  })
  onTestFinished(() => sink.stop())
  const env = sendingEnvironment({ url: server.databaseUrl, secrets: server.secrets }, { smtpUrl: sink.url })
  onTestFinished(env.end)
  return {
    server,
    at: `/console/o/${server.a.organizationId}`,
    work: () => sendMessages(env),
    call: (path: string, body: object) => callOf(server, path, body),
  }
}

async function callOf({ app, a }: Server, path: string, payload: object): Promise<{ id: number }> {
  const headers = { authorization: `Basic ${a.credential}` }
  const answer = await app.inject({ method: 'POST', url: `/ga/api/v2/${path}`, headers, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ data: { id: number } }>().data
}

async function writeTemplate(page: Page, at: string): Promise<void> {
  await page.goto(`${at}/message-templates`)
  await page.getByRole('link', { name: 'New template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Order')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Order {{ data.number }}')
  const source = page.getByRole('textbox', { name: 'HTML' })
  await source.fill('<p>{% if %}</p>')
  await page.getByText('HTML: Line 1').waitFor()
  await source.fill(html)
  const sample = page.getByRole('textbox', { name: 'Sample data' })
  await sample.fill('{"name": ')
  await page.getByText('This is not JSON').waitFor()
  await sample.fill(JSON.stringify(data))
  const frame = page.frameLocator('iframe[title="The message"]')
  await frame.getByText('Order 4711 costs 12 €.').waitFor()
  await page.getByRole('button', { name: 'Create the template' }).click()
  await page.getByText('template_id').waitFor()
  await frame.getByText('Thank you, Ann').waitFor()
  await lookAt(page, 'message-template')
  // The text part is made of the HTML.
  await page.getByText('Text', { exact: true }).last().click()
  await page.getByText('Order 4711 costs 12 €.').last().waitFor()
}

describeInBrowser('transactional messages in the console', () => {
  test('a template is written with sample data and kept with it, and its faults are told at their fields', async () => {
    const { server, at } = await aMessageDesk()
    const { page } = await aLoggedInPage(server, undefined, { expectedFaults: [/status of 422/] })
    await writeTemplate(page, at)
    await page.reload()
    await expect.poll(() => page.getByRole('textbox', { name: 'Sample data' }).inputValue()).toContain('4711')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your order {{ data.number }}')
    await page.getByRole('button', { name: 'Save the template' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('link', { name: 'Message templates' }).first().click()
    await page.getByText('Your order {{ data.number }}').waitFor()
    await lookAt(page, 'message-templates')
    await page.getByRole('link', { name: 'Order', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the template …' }).click()
    await page.getByRole('button', { name: 'Delete the template', exact: true }).click()
    await page.getByText('No message templates yet').waitFor()
  })

  test('a stream is made and changed; its messages, and why one did not leave, are found in the log', async () => {
    const { server, at, work, call } = await aMessageDesk()
    const { page } = await aLoggedInPage(server)
    await page.goto(`${at}/messages`)
    await page.getByText('No messages yet').waitFor()
    await page.getByRole('link', { name: 'Streams' }).click()
    await page.getByRole('link', { name: 'New stream' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Receipts')
    await page.getByRole('textbox', { name: 'Address of the sender' }).fill('shop')
    await page.getByRole('button', { name: 'Create the stream' }).click()
    await page.getByText('Is not a valid e-mail address.').waitFor()
    await page.getByRole('textbox', { name: 'Address of the sender' }).fill('shop@example.com')
    await page.getByRole('button', { name: 'Create the stream' }).click()
    await page.getByRole('heading', { level: 1, name: 'Receipts' }).waitFor()
    await page.getByRole('textbox', { name: 'Days that bodies are kept' }).fill('3')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('textbox', { name: 'Add an address' }).fill('never@example.com')
    await page.getByRole('button', { name: 'Suppress it' }).click()
    await page.getByText('Added by hand').waitFor()

    const message = { stream: 'Receipts', subject: 'Your receipt', html, data, tags: ['order'] }
    for (const to of ['ann@example.com', 'gone@example.com', 'never@example.com', 'bob@example.com']) {
      await call('messages', { ...message, to })
    }
    await work()
    await call('messages', { ...message, to: 'later@example.com', send_at: inAnHour() })
    await page.getByRole('link', { name: 'See its messages' }).click()
    await page.getByRole('row', { name: /gone@example.com .*no such mailbox/ }).waitFor()
    await page.getByRole('row', { name: /never@example.com .*the address is suppressed/ }).waitFor()
    await lookAt(page, 'messages')
    await page.getByRole('searchbox', { name: 'Address' }).fill('ANN@example.com')
    await page.getByRole('row', { name: /bob@/ }).waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Not sent' }).click()
    await page.getByRole('row', { name: /never@example.com/ }).waitFor()
    await page.getByRole('row', { name: /ann@/ }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Your receipt' }).click()
    await page.getByText('It was not sent: the address is suppressed.').first().waitFor()
    await lookAt(page, 'message-skipped')
    await page.getByRole('link', { name: 'Is the address suppressed in the stream?' }).click()
    await page.getByRole('button', { name: 'Remove never@example.com' }).first().click()
    await page.getByText('never@example.com is not suppressed in this stream.').waitFor()
    await page.getByRole('link', { name: 'Streams' }).first().click()
    await page.getByRole('row', { name: /Receipts Sending shop@example.com 1 0 0 2 1/ }).waitFor()
    await lookAt(page, 'streams')
  })

  test('one message shows its events and its look, is cancelled until it leaves and sent again afterwards', async () => {
    const { server, at, work, call } = await aMessageDesk()
    await call('message_streams', { name: 'Receipts', from_email: 'shop@example.com', track_opens: true })
    const attachments = [{ filename: 'Receipt.pdf', content_type: 'application/pdf', content: 'JVBERi0=' }]
    const message = { stream: 'Receipts', subject: 'Your receipt', html, data, tags: ['order'] }
    const headers = { 'X-Shop-Order': '4711' }
    const sent = await call('messages', { ...message, to: 'ann@example.com', attachments, headers })
    const later = await call('messages', { ...message, to: 'later@example.com', send_at: inAnHour() })
    await call('messages', { ...message, to: 'gone@example.com' })
    const { page } = await aLoggedInPage(server)
    await page.goto(`${at}/messages/${sent.id}`)
    await page.getByText('Waiting', { exact: true }).waitFor()
    // The page follows.
    await work()
    await page.getByText('A mail server accepted it.').waitFor()
    await page.frameLocator('iframe[title="The message"]').getByText('Order 4711 costs 12 €.').waitFor()
    await page.getByText('Receipt.pdf, application/pdf, 5 B').waitFor()
    await page.getByText('X-Shop-Order: 4711').waitFor()
    await lookAt(page, 'message')
    await page.getByRole('button', { name: 'Send it again …' }).click()
    await page.getByText('ann@example.com gets a copy, as a new message.').waitFor()
    await page.getByRole('button', { name: 'Send it again', exact: true }).click()
    await page.getByRole('link', { name: 'the first message' }).click()
    await page.getByText('It was sent again, as a copy.').waitFor()
    await page.getByRole('link', { name: 'See the copy' }).waitFor()

    await page.goto(`${at}/messages/${later.id}`)
    await page.getByText('It leaves on').waitFor()
    await page.getByRole('button', { name: 'Cancel the message …' }).click()
    await page.getByRole('button', { name: 'Cancel the message', exact: true }).click()
    await page.getByText('It was cancelled.').waitFor()
    await server.sql`delete from message_bodies where message_id = ${later.id}`
    await page.getByText('Its body is no longer kept.').waitFor()
    expect(await page.getByRole('button', { name: 'Send it again …' }).count()).toBe(0)

    await page.getByRole('link', { name: 'Receipts', exact: true }).click()
    await page.getByRole('link', { name: 'Accepted: 1' }).waitFor()
    await lookAt(page, 'stream')
  })

  test('who may not see messages gets the streams and templates to read, and no way to change them', async () => {
    const { server, at, call } = await aMessageDesk()
    const stream = await call('message_streams', { name: 'Receipts', from_email: 'shop@example.com' })
    const template = await call('message_templates', { name: 'Order', html, sample_data: data })
    const { page } = await aLoggedInPage(server, { role: 'standard', permissions: {} })
    await page.goto(`${at}/streams`)
    await page.getByRole('link', { name: 'Receipts' }).waitFor()
    expect(await page.getByRole('link', { name: 'New stream' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Messages', exact: true }).count()).toBe(0)
    await page.goto(`${at}/streams/${stream.id}`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.waitFor()
    expect(await name.isDisabled()).toBe(true)
    for (const button of ['Save', 'Delete the stream …', 'Suppress it'])
      expect([button, await page.getByRole('button', { name: button }).count()]).toEqual([button, 0])
    await page.goto(`${at}/message-templates/${template.id}`)
    await page.getByText('Thank you, {{ data.name }}').waitFor()
    expect(await page.getByRole('button', { name: 'Save the template' }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Preview' }).count()).toBe(0)
    await page.goto(`${at}/messages`)
    await page.getByRole('heading', { name: 'Nothing here', level: 1 }).waitFor()
  })
})

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString()
}
