import PostalMime from 'postal-mime'
import { compileContent, renderContent, type Content } from '../../../src/rendering/content.ts'
import { buildMessage, type BuiltMessage, type Delivery } from '../../../src/rendering/message.ts'
import { zoe, zoesFields } from './merge-values.ts'

const content: Content = {
  format: 'both',
  subject: 'Hello %%first_name%%',
  html: '<p>Hi %%first_name%%, see <a href="https://a.example/?x=1&amp;y=2">this</a></p>',
  text: '',
  fromName: 'Acme',
  fromEmail: 'from@example.com',
  senderEmail: '',
  replyTo: '',
  organization: { htmlHeader: '', htmlFooter: '', textHeader: '', textFooter: '', unsubTagMode: 'default' },
  customHeaders: [],
}

export const delivery: Delivery = {
  to: 'Zoe@example.com',
  returnPath: 'bounces+abc@example.com',
  messageId: '<abc@example.com>',
  date: new Date('2026-01-01T02:00:00Z'),
  list: { name: 'News', id: 'list-12.org-7.example.com' },
  unsubscribeUrl: 'https://t.example/u/tok',
  unsubscribeEmail: null,
  feedbackId: 'c1:o7:campaign:qabcdef',
  dkim: null,
}

const urls = { click: (link: number) => `https://t.example/c/${link}`, open: 'https://t.example/o/1' }

export function render(changes: Partial<Content> = {}, values = zoe) {
  const compiled = compileContent({ ...content, ...changes }, zoesFields, { links: true, opens: true })
  return renderContent(compiled, values, urls)
}

export function build(changes: Partial<Content> = {}, to: Partial<Delivery> = {}, values = zoe) {
  return buildMessage(render(changes, values), { ...delivery, ...to })
}

export async function built(...how: Parameters<typeof build>): Promise<BuiltMessage> {
  const message = await build(...how)
  if ('problem' in message) throw new Error(message.problem)
  return message
}

export async function read(...how: Parameters<typeof build>) {
  const { raw } = await built(...how)
  const email = await PostalMime.parse(raw)
  const header = (name: string) =>
    email.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value)
  return { ...email, raw: raw.toString('latin1'), header, names: email.headers.map(({ key }) => key) }
}
